import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { announcedAdminKey } from '@inkling/mock-server/machine'

export const binary = fileURLToPath(new URL('../../cli/bin/inkling.mjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly process: ChildProcess
  /** The first line on standard output. */
  readonly firstLine: Promise<string>
  /** Standard output so far. */
  readonly said: () => string
  /** Standard error so far. */
  readonly warned: () => string
  readonly ended: Promise<Ended>
}

export interface ProcessOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** The environment of the binary: home and XDG folders are in `cwd`, so that settings of this machine do not apply. */
export const homeIn = (cwd: string) => ({
  HOME: cwd,
  XDG_CONFIG_HOME: `${cwd}/config`,
  XDG_STATE_HOME: `${cwd}/state`,
})

/** The header with the admin key of a server that {@link start} runs in `cwd`. */
export function adminHeaders(url: string, cwd: string): Record<string, string> {
  return { 'x-admin-key': announcedAdminKey(url, homeIn(cwd)) ?? '' }
}

/** Starts the real binary with its own folder and environment. */
export function start(args: readonly string[], { cwd, env = {} }: ProcessOptions): Started {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [binary, ...args], {
    cwd,
    env: { PATH, ...homeIn(cwd), ...env },
    stdio: 'pipe',
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8')
    child[name].on('data', (text) => {
      said[name] += text
    })
  }
  return {
    process: child,
    firstLine: once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    said: () => said.stdout,
    warned: () => said.stderr,
    ended: once(child, 'close').then(([code]) => ({ code, ...said })),
  }
}

export const inkling = (args: readonly string[], options: ProcessOptions): Promise<Ended> =>
  start(args, options).ended
