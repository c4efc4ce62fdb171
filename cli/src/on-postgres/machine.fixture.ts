import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'

/*
 * A machine for the commands of a guide: /etc, /opt and /var are in a folder, and the programs that change the machine itself
 * (apt-get, npm, runuser, useradd, systemctl) are stand-ins. systemctl starts what the unit files say.
 */

export interface Machine {
  readonly root: string
  /** A command of the guide with the paths and values of this machine. */
  here(command: string): string
  /** Runs a script of the guide as bash does. @throws {Error} with its output if a command fails. */
  run(script: string): Promise<string>
  /** The ids of the running processes of units. */
  readonly pids: ReadonlyMap<string, number>
  close(): Promise<void>
}

interface MachineOptions {
  /** Folder with the programs of PostgreSQL. */
  readonly bin: string
  /** Of a superuser. */
  readonly database: string
  /** Texts of the guide and of its files that are different on this machine. */
  readonly values: Readonly<Record<string, string>>
}

const run = promisify(execFile)

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

export async function newMachine({ bin, database, values }: MachineOptions): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'inkling-machine-'))
  const { hostname, port, username, password } = new URL(database)
  const units = new Units(root, (script) => replaced(script, values))
  const door = createServer((request, response) => {
    units.systemctl(String(request.headers.words).split(' ')).then(
      () => response.end(),
      (error: Error) => response.writeHead(500).end(String(error.message)),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const at = (door.address() as AddressInfo).port
  for (const folder of [
    'etc/apt/keyrings',
    'etc/apt/sources.list.d',
    'etc/caddy',
    'opt',
    'var/backups',
    'var/lib',
    'programs',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  const programs: Record<string, string> = {
    'apt-get': 'exit 0',
    // Nothing is fetched from other machines.
    wget: 'exit 0',
    useradd: 'mkdir -p "$ROOT/var/lib/inkling"',
    // The package has the folders of the checkout; package.test.ts installs it.
    npm: `prefix=$(printf '%s\\n' "$@" | grep -A1 -x -e --prefix | tail -1)
mkdir -p "$prefix/bin" "$prefix/lib/node_modules"
ln -s ${checkout} "$prefix/lib/node_modules/inkling"
ln -s ../lib/node_modules/inkling/cli/bin/inkling.mjs "$prefix/bin/inkling"`,
    // The owner of a file is that of all files here.
    install: 'exec /usr/bin/install $(echo "$*" | sed "s/-o [a-z]*//")',
    runuser: 'shift; shift; shift; exec "$@"',
    systemctl: `answer=$(/usr/bin/curl --silent --show-error --fail-with-body --header "words: $*" http://127.0.0.1:${at}/) || { echo "$answer" >&2; exit 1; }`,
  }
  for (const [name, script] of Object.entries(programs)) {
    const file = join(root, 'programs', name)
    writeFileSync(file, `#!/bin/bash\n${script}\n`)
    chmodSync(file, 0o755)
  }
  for (const name of ['createuser', 'createdb', 'pg_dump', 'pg_restore', 'psql'])
    symlinkSync(join(bin, name), join(root, 'programs', name))
  const here = (command: string) => replaced(inRoot(command, root), values)
  return {
    root,
    pids: units.pids,
    here,
    async run(script) {
      const child = spawn('bash', ['-euo', 'pipefail', '-c', here(script)], {
        cwd: root,
        env: {
          PATH: `${root}/programs:${root}/usr/local/bin:${process.env.PATH}`,
          HOME: root,
          ROOT: root,
          // install.sh writes below it.
          DESTDIR: root,
          PGHOST: hostname,
          PGPORT: port,
          PGUSER: username,
          PGPASSWORD: password,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [said, warned, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      if (code !== 0) throw new Error(`bash ended with ${code}:\n${said}${warned}${units.log()}`)
      return said
    },
    async close() {
      await units.stopAll()
      door.closeAllConnections()
      door.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

const inRoot = (script: string, root: string): string =>
  script.replaceAll(/(?<![\w./])\/(?:etc|opt|var)\//g, (path) => `${root}${path}`)

const replaced = (script: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((all, [from, to]) => all.replaceAll(from, to), script)

/** The units that systemctl starts and stops. */
class Units {
  readonly pids = new Map<string, number>()
  readonly #running = new Map<string, ChildProcess>()
  readonly #root: string
  readonly #replaced: (script: string) => string
  /** The variables of `systemctl set-environment`. */
  readonly #manager = new Map<string, string>()
  #log = ''

  constructor(root: string, adapt: (script: string) => string) {
    this.#root = root
    this.#replaced = adapt
  }

  log(): string {
    return this.#log
  }

  async systemctl([verb = '', ...words]: readonly string[]): Promise<void> {
    const names = words.filter((word) => !word.startsWith('-'))
    if (verb === 'daemon-reload') return
    if (verb === 'set-environment')
      return words.forEach((word) => {
        for (const [name, value = ''] of Object.entries(parseEnv(word))) this.#manager.set(name, value)
      })
    if (verb === 'unset-environment') return words.forEach((word) => void this.#manager.delete(word))
    // As systemd does for the units of one command.
    if (['stop', 'restart'].includes(verb)) await Promise.all(names.map((name) => this.#stop(name)))
    if (verb !== 'stop') await Promise.all(names.map((name) => this.#start(name)))
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.#stop(name)))
  }

  async #stop(name: string): Promise<void> {
    const child = this.#running.get(name)
    if (!child) return
    this.#running.delete(name)
    this.pids.delete(name)
    // One that has crashed does not exit again.
    const ended =
      child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [child.exitCode]
    child.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0 && name !== 'caddy') throw new Error(`${name} ended with ${code}`)
  }

  async #start(name: string): Promise<void> {
    // Their packages have the units.
    if (name.startsWith('prometheus')) return
    const [, base = name, instance = ''] = /^(\w+)@(\w+)$/.exec(name) ?? []
    const file = instance ? `${base}@.service` : name.includes('.') ? name : `${name}.service`
    const unit = name === 'caddy' ? this.#caddy() : this.#read(file)
    // Its service is started by its own name.
    if (name.endsWith('.timer')) return
    const all = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) =>
        value.replaceAll('%i', instance).replaceAll('$$', '$'),
      )
    const env: Record<string, string> = {
      ...Object.fromEntries(this.#manager),
      PATH: `${this.#root}/programs:${process.env.PATH}`,
      HOME: join(this.#root, 'var/lib'),
    }
    for (const line of all('Environment')) Object.assign(env, parseEnv(line.replace(/^"(.*)"$/, '$1')))
    for (const path of all('EnvironmentFile'))
      Object.assign(env, parseEnv(readFileSync(this.#here(path), 'utf8')))
    const [command = ''] = all('ExecStart')
    const child = spawn('bash', ['-c', `exec ${this.#replaced(this.#here(command))}`], {
      cwd: join(this.#root, all('WorkingDirectory')[0] ?? ''),
      env: Object.fromEntries(
        Object.entries(env).map(([key, value]) => [key, this.#replaced(this.#here(value))]),
      ),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        this.#log += part
      })
    const ended = once(child, 'exit')
    if (unit.includes('Type=oneshot')) {
      const [code] = await ended
      if (code !== 0) throw new Error(`${name} ended with ${code}`)
      return
    }
    this.#running.set(name, child)
    this.pids.set(name, child.pid ?? 0)
    for (const check of all('ExecStartPost')) await run('bash', ['-c', this.#replaced(check)])
  }

  /** Debian's unit with the guide's addition, without TLS, as certificates need a public host, and without a port for its admin. */
  #caddy(): string {
    const config = join(this.#root, 'Caddyfile')
    const text = readFileSync(join(this.#root, 'etc/caddy/Caddyfile'), 'utf8')
    writeFileSync(config, text.replace('\n{\n', '\n{\n\tadmin off\n'))
    const more = this.#read('caddy.service.d/inkling.conf').replace('SITE=', 'SITE=http://')
    return `ExecStart=/usr/bin/caddy run --environ --config ${config}\n${more}`
  }

  #read(file: string): string {
    return readFileSync(join(this.#root, 'etc/systemd/system', file), 'utf8')
  }

  #here(value: string): string {
    return inRoot(value, this.#root)
  }
}
