import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const inkling = fileURLToPath(new URL('../../cli/bin/inkling.mjs', import.meta.url))

export interface Served {
  /** Scheme, host and port. */
  readonly url: string
  /**
   * Runs an `inkling` command against this server and returns its output.
   * @throws if the command fails
   */
  inkling(...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** Starts the real binary as a server in memory, on a free port. */
export async function serve(...options: string[]): Promise<Served> {
  const server = run('serve', '--memory', '--port', '0', ...options)
  const lines = createInterface({ input: server.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), failed(server)])) as [string]
  const url = line.split(' ').at(-1) ?? ''
  return {
    url,
    async inkling(...args) {
      const command = run(...args, '--target', url)
      let printed = ''
      command.stdout.on('data', (text) => {
        printed += text
      })
      const [code] = await once(command, 'close')
      if (code !== 0) throw new Error(`inkling ${args.join(' ')} ended with ${code}`)
      return printed
    },
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

const run = (...args: string[]) =>
  spawn(process.execPath, [inkling, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

async function failed(server: ChildProcess): Promise<never> {
  const [code] = await once(server, 'exit')
  throw new Error(`The server ended with ${code} before it listened`)
}
