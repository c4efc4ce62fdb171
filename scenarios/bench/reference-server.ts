import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const binary = fileURLToPath(new URL('../../cli/bin/inkling.mjs', import.meta.url))

/** Runs a server in a separate process, as in real use, until the work is done. */
export async function withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = spawn(process.execPath, [binary, 'serve', '--memory', '--port', '0', '--seed', 'bench'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface({ input: server.stdout }), 'line')
    return await work(String(line).split(' ').at(-1) ?? '')
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}
