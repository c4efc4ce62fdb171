import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ended, inkling } from './binary.fixture.ts'
import { wordsOf } from './command-line/command-words.ts'
import { root } from './pages.fixture.ts'
import { programFixture } from './program.fixture.ts'

/* Runs the commands of scenarios/YOUR-SERVER.md, in their order, on a server without controls that breaks a rule. */

const { folder } = programFixture({})
let server: RunningServer
let url: string

/** Calls members of a group idle who have yet to play. */
const broken = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const reply = await fetch(server.url + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  const text = await reply.text()
  const isGroup = request.method === 'GET' && /^\/api\/groups\/[\w-]{22}$/.test(request.url ?? '')
  const kept = [...reply.headers].filter(
    ([name]) => !/^(connection|keep-alive|content-(length|encoding)|transfer-encoding)$/.test(name),
  )
  response
    .writeHead(reply.status, Object.fromEntries(kept))
    .end(isGroup ? text.replaceAll('"status":"pending"', '"status":"idle"') : text)
})

broken.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'))

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, seed: 'yours', makeAdminKey: false })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
})

afterAll(async () => {
  broken.closeAllConnections()
  broken.close()
  await server.close()
})

/** What makes each command end soon. Other tests run `check` and `conform` as a whole. */
const SOON: Readonly<Record<string, readonly string[]>> = {
  check: ['--skip', 'conform,scenarios,burst', '--actions', '100', '--minutes', '5', '--seed', '5'],
  explore: ['--actions', '5', '--seed', '6'],
  load: ['--players', '3', '--duration', '2s'],
}

const WRITES = ['--write', '--limits']

/** The exit codes of the commands, in the order of the page. */
const CODES = [5, 4, 0, 0, 5, 0, 0, 0, 5]

test('the commands of the guide end as it says', { timeout: 300_000 }, async () => {
  const page = readFileSync(join(root, 'scenarios/YOUR-SERVER.md'), 'utf8')
  const lines = [...page.matchAll(/^```bash\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  const ended: (Ended & { line: string })[] = []
  for (const line of lines) {
    const [command = '', ...words] = wordsOf(
      line
        .replace(/^npx inkling /, '')
        .replace(/ #.*/, '')
        .trim(),
    )
    const given = words.map((word) =>
      word
        .replace('URL', url)
        .replace('NAME', new URL(url).host)
        .replace(/^rule-5/, 'find-5'),
    )
    const isRead = command === 'conform'
    const isAsked = words.some((word) => word.startsWith('--yes'))
    const more = [...(SOON[command] ?? []), ...(isAsked ? [] : [`--yes=${new URL(url).host}`])]
    ended.push({ line, ...(await inkling([command, ...given.filter((word) => !isRead || !WRITES.includes(word)), ...more], { cwd: folder })) })
  }
  console.log(ended.map(({ line, code, stderr }) => `${code} ${line}\n${code === 0 ? "" : stderr.slice(-600)}`).join("\n"))
  expect(ended.map(({ line, code, stderr }) => [line, code, code === null ? stderr : ''])).toEqual(
    lines.map((line, at) => [line, CODES[at], '']),
  )
  const [check] = ended
  expect(check?.stdout).toContain('scenario run find-5-1.yaml')
  expect(readFileSync(join(folder, 'find-5-1.yaml'), 'utf8')).toContain('# Rules: Groups, in API.md')
  for (const report of ['check.xml', 'check.html', 'explore.html'])
    expect(existsSync(join(folder, report))).toBe(true)
})
