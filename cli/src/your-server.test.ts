import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { LONG_IDLE } from '@inkling/mock-server/testing'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ended } from './binary.fixture.ts'
import { wordsOf } from './command-line/command-words.ts'
import { forwarded, listening } from './local-server.fixture.ts'
import { root } from './pages.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from './program.fixture.ts'

/* Runs the commands of scenarios/YOUR-SERVER.md, in their order, on a server without controls that breaks a rule. */

const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)
const cwd = process.cwd()
let server: RunningServer
let url: string

/** Calls members of a group idle who have yet to play. */
const broken = createServer(LONG_IDLE, async (request, response) => {
  const reply = await forwarded(request, server.url)
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
  url = await listening(broken)
  servers[new URL(url).host] = recordCalls(pooledFetch(url))
  // The commands write where they run.
  process.chdir(folder)
})

afterAll(async () => {
  process.chdir(cwd)
  broken.closeAllConnections()
  broken.close()
  await server.close()
})

/** What makes a command end soon. Other tests run all of `check` and `conform`. */
const SOON: Readonly<Record<string, readonly string[]>> = {
  check: ['--skip', 'conform,scenarios,burst', '--minutes', '5', '--seed', '5', '--actions'],
  explore: ['--actions', '5'],
  load: ['--players', '3', '--duration', '2s'],
}
/** Left out, so that `conform` only reads. */
const WRITES = ['--write', '--limits']

/** The exit codes of the commands, in the order of the page; null where it depends on how busy this machine is. */
const CODES = [5, 4, 0, 0, 0, 0, 0, null, 0]

/** The words of a command of the page. Only the first check goes on until it has found the broken rule. */
function wordsFor(line: string): string[] {
  const { host } = new URL(url)
  const text = line
    .replace(/^npx inkling |\s+#.*/g, '')
    .replace('URL', url)
    .replace('NAME', host)
  const [command = '', ...words] = wordsOf(text.replace('rule-5', 'find-5'))
  const actions = command === 'check' ? [words.includes('--report') ? '1' : '100'] : []
  const consent = text.includes('--yes') ? [] : [`--yes=${host}`]
  const kept = words.filter((word) => !WRITES.includes(word))
  return [command, ...kept, ...(SOON[command] ?? []), ...actions, ...consent]
}

test('the commands of the guide end as it says', { timeout: 900_000 }, async () => {
  const page = readFileSync(join(root, 'scenarios/YOUR-SERVER.md'), 'utf8')
  const blocks = [...page.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => block.trim().split('\n'))
  const ended: (Ended & { line: string })[] = []
  for (const line of lines) ended.push({ line, ...(await run(wordsFor(line))) })
  const isBusy = (at: number) => CODES[at] === null
  expect(ended.map(({ line, code }, at) => [line, isBusy(at) ? null : code])).toEqual(
    lines.map((line, at) => [line, CODES[at]]),
  )
  expect(ended.find(({ line }) => line.includes(' load '))?.stdout).toContain('Rules: no rule is broken')
  const [check] = ended
  expect(check?.stdout).toContain('scenario run find-5-1.yaml')
  expect(readFileSync(join(folder, 'find-5-1.yaml'), 'utf8')).toContain('# Rules: Groups, in API.md')
  for (const report of ['check.xml', 'check.html', 'explore.html'])
    expect(existsSync(join(folder, report))).toBe(true)
})
