import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { reportOf } from '@inkling/scenarios/load/reports/load-report.fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from './calls/certificate.fixture.ts'
import { wordsOf } from './command-line/command-words.ts'
import { pages, root } from './pages.fixture.ts'
import { programFixture, recordCalls } from './program.fixture.ts'

/* Runs the commands of the Markdown files' shell blocks. readme-examples.test.ts runs the examples with output. */

const server = createInProcessServer({ seed: 'shell', clock: '2026-03-07T18:40:00-05:00' })
const { folder, run } = programFixture({ 'localhost:4000': recordCalls(server.fetch) })

/** Commands that need a terminal, a client, a database, a generated key or a failed run. Other tests run them. */
const RUN_ELSEWHERE = [
  'admin-key rotate',
  'console',
  'doctor --target http://127.0.0.1:4001',
  'scenario run scenarios --failed-in',
  'scenario record',
  'store copy',
  'store migrate',
  'store status',
]

/** The `inkling` commands of a page's shell blocks, without comments and pipes. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block)
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => /^(?:npx )?inkling ([^#|>]*)/.exec(line)?.[1]?.trim() ?? [])
    .filter((line) => !RUN_ELSEWHERE.some((name) => `${line} `.startsWith(`${name} `)))
}

/** The placeholders of the pages and what the commands get instead. */
const values: Record<string, string> = {
  DEVICE_ID: 'device_of_a_reader',
  OTHER_DEVICE_ID: 'device_of_a_friend',
  URL: 'http://localhost:4000',
  // A quarter of 4 seeds shows as much as one of 50.
  '1..50': '1..4',
  '/etc/inkling.env': join(root, 'mock-server/deploy/inkling.env'),
  'mock-server/deploy/inkling.env': join(root, 'mock-server/deploy/inkling.env'),
}

async function call<T>(path: string, body: object, token = ''): Promise<T> {
  const response = await server.fetch(`http://localhost:4000${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok, path).toBe(true)
  return response.json()
}

const cwd = process.cwd()
beforeAll(async () => {
  // `scenario init ../our-client` writes beside the working folder.
  mkdirSync(join(folder, 'work/scenarios'), { recursive: true })
  process.chdir(join(folder, 'work'))
  for (const name of ['scenarios/first-day.yaml', 'scenarios/library/first-day.yaml'])
    cpSync(join(root, 'scenarios/library/first-day.yaml'), name)
  const { cert, key } = certificate('valid')
  writeFileSync('localhost.pem', cert)
  writeFileSync('localhost-key.pem', key)
  for (const name of ['before', 'after']) writeFileSync(`${name}.json`, JSON.stringify(reportOf('7')))
  const firstDay = ['scenario', 'run', 'scenarios/first-day.yaml', '--target', 'in-process']
  await run([...firstDay, '--report', 'json=yesterday.json'])
  cpSync('yesterday.json', 'today.json')
  const deviceId = 'device_of_a_host_01'
  const { token, user } = await call<{ token: string; user: { id: string } }>('/api/auth/device', {
    deviceId,
  })
  for (const name of ['DEVICE_ID', 'OTHER_DEVICE_ID'])
    await call('/api/auth/device', { deviceId: values[name] })
  const { id, code } = await call<{ id: string; code: string }>('/api/groups/create', { name: 'Owls' }, token)
  await call('/api/admin/trigger-daily-games', {})
  const today = await server.fetch('http://localhost:4000/api/game/today', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { gameId } = (await today.json()) as { gameId: string }
  Object.assign(values, { USER_ID: user.id, GAME_ID: gameId, GROUP_ID: id, K3P9QZ: code })
  const other = await call<{ token: string }>('/api/auth/device', { deviceId: 'device_of_a_reporter' })
  await call('/api/groups/join', { code }, other.token)
  const report = { gameId, kind: 'name', userId: user.id, reason: 'other' }
  const { reportId } = await call<{ reportId: string }>('/api/reports', report, other.token)
  values.REPORT_ID = reportId
})
afterAll(() => process.chdir(cwd))

/** The words of a command. A server prints its settings instead of starting, a load refuses to start, a check runs in process. */
function wordsToRun(line: string): string[] {
  const words = wordsOf(line).map((word) => values[word] ?? word)
  if (words[0] === 'serve' && !words.includes('--print-config')) return [...words, '--print-config']
  // A check opens sockets, and the server of this test listens nowhere. Of two options, the last one counts.
  if (words[0] === 'check')
    return [...words, '--target', 'in-process', '--skip', 'conform,scenarios,burst', '--actions', '10']
  if (words[0] === 'simulate') return [...words, '--groups', '1', '--days', '1']
  // The same actions on every day.
  if (words[0] === 'explore') return [...words, '--seed', '7', '--actions', '10']
  return words[0] === 'load' && words[1]?.startsWith('-') ? [...words, '--dry-run'] : words
}

/** Each once, with one of its pages. */
const commands = new Map(pages.flatMap((page) => commandsOf(page).map((line) => [line, page] as const)))

test.each([...commands])('inkling %s (%s)', async (line) => {
  // A report is decided once; each of these commands is for one that waits.
  if (/^moderation (hide|warn) /.test(line)) await run(wordsToRun('moderation reopen REPORT_ID'))
  const { code, stdout, stderr } = await run(wordsToRun(line), { CI: '' })
  const isLoad = /^load -/.test(line)
  expect({ code, stderr }, stdout).toEqual({
    code: isLoad ? 1 : 0,
    stderr: isLoad
      ? expect.stringContaining('--dry-run cannot print')
      : expect.not.stringContaining('inkling: '),
  })
})
