import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { LONG_IDLE } from '@inkling/mock-server/testing'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forwarded, listening } from '../../local-server.fixture.ts'
import { SCENARIO_SCHEMA } from '../../places.ts'
import { programFixture, type RecordedServer, recordCalls } from '../../program.fixture.ts'

/* Commands against a server that breaks the rules of the game and the documented API. */

const firstDay = fileURLToPath(new URL('../../../../scenarios/library/first-day.yaml', import.meta.url))

const KEY = 'hush-hush'

/** Fixed, because a simulation depends on the time at which it starts. */
const NOON = '2026-03-06T12:00:00Z'

const servers: Record<string, RecordedServer> = {}
const { run: runWords, folder } = programFixture(servers)
const run = (...words: string[]) => runWords(words, { INKLING_ADMIN_KEY: KEY })

const cwd = process.cwd()
let server: RunningServer
let brokenUrl: string

/** A proxy that assigns the second entry of a chain to the player of the first, and turns `memberCount` into a string. */
const broken = createServer(LONG_IDLE, async (request, response) => {
  const answer = await forwarded(request, server.url)
  let text = await answer.text()
  if (/^\/api\/game\/[\w-]{22}$/.test(request.url ?? '') && answer.ok) {
    const { chain, ...results } = JSON.parse(text)
    if (chain[1]) chain[1].userId = chain[0].userId
    text = JSON.stringify({ ...results, chain })
  }
  if (request.url === '/api/groups/join') text = text.replace(/"memberCount":(\d+)/, '"memberCount":"$1"')
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
})

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, seed: 'broken', clock: NOON, adminKey: KEY })
  brokenUrl = await listening(broken)
  for (const url of [server.url, brokenUrl]) servers[new URL(url).host] = recordCalls(pooledFetch(url))
  // Scenarios that reproduce a violation are written where the command runs.
  process.chdir(folder)
})

afterAll(async () => {
  process.chdir(cwd)
  broken.closeAllConnections()
  broken.close()
  await server.close()
})

test('a broken rule ends a simulation with 5 and a small scenario that reproduces it', async () => {
  const args = ['simulate', '--invariants', '--groups', '1', '--players', '2', '--days', '1', '--seed', '5']
  await copyFile(SCENARIO_SCHEMA, join(folder, 'scenario.schema.json'))
  const { code, stderr, stdout } = await run(...args, '--target', brokenUrl)
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('violation-5.yaml') })
  expect(stdout).toContain('the results show two entries of a player')
  const file = join(folder, 'violation-5.yaml')
  const text = await readFile(file, 'utf8')
  expect(text.match(/do: play-turn/g)).toHaveLength(2)
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/)
  expect(stderr).toContain(`reproduces it: inkling scenario run violation-5.yaml --target ${brokenUrl}\n`)
  expect((await run('scenario', 'run', file, '--target', brokenUrl)).code).toBe(4)
  expect((await run('scenario', 'run', file)).code).toBe(0)
  const sound = await run(...args.with(-1, '6'))
  expect(sound.code).toBe(0)
  expect(sound.stderr).not.toContain('violation')
})

test('the scenario carries the faults of the target, which stay there', async () => {
  const target = ['--target', server.url]
  const leak = ['/api/game/start-turn', '--status', '503', '--nth', '2']
  expect((await run('fault', 'new', ...leak, ...target)).code).toBe(0)
  const earlier = join(folder, 'violation-8.yaml')
  await writeFile(earlier, 'of another day\n')
  const args = [
    'simulate',
    '--invariants',
    '--groups',
    '1',
    '--players',
    '3',
    '--days',
    '1',
    '--seed',
    '8',
    ...target,
  ]
  const { code, stderr } = await run(...args)
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: expect.stringContaining('violation-8-2.yaml reproduces it'),
  })
  expect(JSON.parse((await run('fault', 'list', '-o', 'json', ...target)).stdout)).toHaveLength(1)
  await run('fault', 'remove', ...target)
  expect(await readFile(earlier, 'utf8')).toBe('of another day\n')
  const file = join(folder, 'violation-8-2.yaml')
  expect(await readFile(file, 'utf8')).toContain('path: /api/game/start-turn')
  expect((await run('scenario', 'run', file, ...target)).code).toBe(4)
  expect((await run('scenario', 'run', file)).code).toBe(4)
})

test('a violation of the documented API ends a comparison with 5', async () => {
  const { code, stdout } = await run('scenario', 'diff', firstDay, server.url, brokenUrl)
  expect(stdout).toContain('its reply is not as documented: memberCount')
  expect(code).toBe(5)
  const same = await run('scenario', 'diff', firstDay, 'in-process', 'in-process')
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('0 violations, 0 unspecified') })
})

test('a comparison names the admin on neither server', async () => {
  const file = join(folder, 'suspension.yaml')
  await writeFile(
    file,
    `version: 1
name: a suspension
bots: { ann: {} }
steps:
  - { admin: decide, with: { userId: "\${ann.userId}", action: suspend, days: 1, note: links } }
`,
  )
  const named = { INKLING_ADMIN_KEY: KEY, INKLING_ADMIN_NAME: 'Zoë' }
  const { stdout } = await runWords(['scenario', 'diff', file, 'in-process', server.url], named)
  expect(stdout).toContain('0 violations')
  expect(stdout).not.toContain('by.name')
})
