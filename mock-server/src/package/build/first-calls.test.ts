import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../server/main.ts'

/* The commands of API.md, First calls. */

test('the first calls of API.md draw the first turn of a new group', async () => {
  const page = await readFile(new URL('../../../API.md', import.meta.url), 'utf8')
  const [, commands = ''] = /\n## First calls\n.*?```sh\n(.*?)```/s.exec(page) ?? []
  const server = await startServer({ port: 0, data: null })
  onTestFinished(() => server.close())
  const script = commands.replace('http://localhost:4000', server.url)
  // Each response on a line of its own.
  const shell = `curl() { command curl -w '\\n' "$@"; }\n${script}`
  const child = spawn('bash', ['-euo', 'pipefail', '-c', shell], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, warned, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect([code, warned]).toEqual([0, ''])
  const replies = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(replies).toEqual([
    expect.objectContaining({ name: 'Owls', memberCount: 1 }),
    expect.objectContaining({ gameId: expect.any(String) }),
    expect.objectContaining({ type: 'drawing', word: expect.any(String) }),
    expect.objectContaining({ hasGame: true, yourStatus: 'playing' }),
    expect.objectContaining({ success: true, gameCompleted: true }),
  ])
})
