import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../../platform/free-port.fixture.ts'
import { postgresUser } from './postgres-process.fixture.ts'
import { schemaIn } from './schema.fixture.ts'

/** Debian's folder for it, then those of PATH. */
const FOLDERS = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]

/** The path of pgbouncer; undefined if it is not installed. */
export const installedPgbouncer: string | undefined = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find(
  isExecutable,
)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Pgbouncer {
  /** The URL of the database through pgbouncer. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a pgbouncer in transaction mode, with fewer connections than a server opens.
 * @param url of {@link newSchema}
 * @param settings more lines of its configuration
 */
export async function startPgbouncer(path: string, url: string, settings = ''): Promise<Pgbouncer> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'inkling-pgbouncer-'))
  const at = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
game = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password || 'none'} connect_query='set search_path to ${schemaIn(url)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${at}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
${settings}
`,
  )
  const [uid, gid] = userInfo().uid === 0 ? await postgresUser() : []
  if (uid !== undefined && gid !== undefined) for (const each of [folder, config]) await chown(each, uid, gid)
  const child = spawn(path, [config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid, gid }),
  })
  const ended = once(child, 'exit')
  let log = ''
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    log += String(chunk)
    if (log.includes('process up')) break
  }
  child.stderr.resume()
  if (child.exitCode !== null) throw new Error(`pgbouncer does not start:\n${log}`)
  return {
    url: `postgres://inkling@127.0.0.1:${at}/game`,
    async stop() {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
