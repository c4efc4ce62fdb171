import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const inkling = fileURLToPath(new URL('../../cli/bin/inkling.mjs', import.meta.url))

interface Served {
  /** Scheme, host and port. */
  readonly url: string
  stop(): Promise<void>
}

/** The real server from the real binary, in memory, on a free port. */
export async function serve(...options: string[]): Promise<Served> {
  const server = spawn(process.execPath, [inkling, 'serve', '--memory', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), failed(server)])) as [string]
  return {
    url: line.split(' ').at(-1) ?? '',
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

async function failed(server: ChildProcess): Promise<never> {
  const [code] = await once(server, 'exit')
  throw new Error(`the server ended with ${code} before it listened`)
}
