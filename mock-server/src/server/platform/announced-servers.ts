import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'
import { homeFolder, xdgFolder } from './xdg-folder.ts'

/*
 * A running server with a generated admin key stores it in a file of the user's runtime folder, named after its port.
 * Programs of the same user on this machine read it there: the `inkling` command and the dev server.
 */

interface Announcement {
  /** Of this announcement; the key may be replaced. */
  readonly id?: string
  readonly pid: number
  readonly adminKey: string
}

/** Folders in order of preference. Cron and some containers have no runtime folder, only the state folder. */
function folders(env: NodeJS.ProcessEnv): string[] {
  const runtime = xdgFolder(env, 'XDG_RUNTIME_DIR')
  const state = xdgFolder(env, 'XDG_STATE_HOME') ?? join(homeFolder(env), '.local', 'state')
  return [...(runtime ? [join(runtime, 'inkling')] : []), join(state, 'inkling', 'servers')]
}

/**
 * Stores the key of the server on a port for other programs.
 * @returns a function that removes it.
 * @throws if the folder cannot be written.
 */
export async function announceServer(port: number, adminKey: string, env = process.env): Promise<() => void> {
  const [folder = ''] = folders(env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeStale(folder)
  const path = join(folder, `${port}.json`)
  const announcement: Announcement = { id: randomUUID(), pid: process.pid, adminKey }
  // A new file: writing into an existing one would keep its permissions.
  await replaceFile(path, JSON.stringify(announcement))
  return () => {
    if (read(path)?.id === announcement.id) rmSync(path, { force: true })
  }
}

/** Replaces the key of the server on a port. Of several processes on the port, any may do it. */
export async function announceNewKey(
  port: number,
  { before, after }: { before: string; after: string },
  env = process.env,
): Promise<void> {
  const [folder = ''] = folders(env)
  const path = join(folder, `${port}.json`)
  const announcement = read(path)
  if (announcement?.adminKey !== before) return
  await replaceFile(path, JSON.stringify({ ...announcement, adminKey: after }))
}

/**
 * The admin key of the server that runs on this machine at a URL.
 * @returns undefined for a URL of another machine, or if no running server has stored its key for this user.
 */
export function announcedAdminKey(url: string, env = process.env): string | undefined {
  const port = loopbackPort(url)
  if (port === null) return undefined
  for (const folder of folders(env)) {
    const found = read(join(folder, `${port}.json`))
    // Otherwise the key of a server that has ended could be sent to another program on its port.
    if (found && isAlive(found.pid)) return found.adminKey
  }
  return undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function loopbackPort(url: string): number | null {
  if (!URL.canParse(url)) return null
  const { hostname, port, protocol } = new URL(url)
  if (!LOOPBACK.test(hostname)) return null
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

function read(path: string): Announcement | null {
  try {
    const { id, pid, adminKey } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof pid === 'number' && typeof adminKey === 'string' ? { id, pid, adminKey } : null
  } catch {
    // A missing or unreadable file means that there is no server.
    return null
  }
}

/** Removes the files of servers that were killed. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const found = name.endsWith('.json') ? read(join(folder, name)) : null
    if (found && !isAlive(found.pid)) rmSync(join(folder, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
