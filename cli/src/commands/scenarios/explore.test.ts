import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { Coverage, type CoveredCall } from '@inkling/scenarios/explore/coverage'
import { expect, test } from 'vitest'
import { wordsOf } from '../../command-line/command-words.ts'
import { withoutProgram } from '../../command-line/invocation.ts'
import { painter } from '../../output/style.ts'
import { programFixture, type RecordedServer, recordCalls, recordedServer } from '../../program.fixture.ts'
import { IN_PROCESS } from '../../settings/settings.ts'
import { explorationCommand } from './exploration.ts'
import { explorationText, findText } from './exploration-text.ts'

const OUTCOMES = ['success', 'VALIDATION_FAILED', 'ALREADY_HAS_GROUP_GAME', 'AUTH_REQUIRED', 'AUTH_INVALID']
/** Every call, with many outcomes. */
const coverage = new Coverage({ controls: true, only: new Set(), leftOut: new Map() }).calls.map(
  (each): CoveredCall => ({
    ...each,
    reached: OUTCOMES.map((outcome) => ({ outcome, times: 1234, persons: ['host'] })),
    unreachable: { CONFLICT: 'it takes 200 blocked players' },
  }),
)

const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)

test('a find that does not come again is a failed case in the reports for CI', async () => {
  const { fetch } = createInProcessServer({ seed: 'once', clock: '2026-03-07T12:00:00-05:00' })
  let looks = 0
  // One response leaks the word.
  servers['once.test'] = recordCalls(async (input, init) => {
    const response = await fetch(input, init)
    const isLook = new URL(String(input)).pathname === '/api/game/today' && response.ok
    if (!isLook || ++looks !== 8) return response
    return Response.json({ ...(await response.json()), word: 'leaked' }, { headers: response.headers })
  })
  const [junit, html] = [join(folder, 'finds.xml'), join(folder, 'finds.html')]
  const { code, stdout, stderr } = await run([
    ...[
      'explore',
      '--target',
      'http://once.test',
      '--yes',
      '--seed',
      '1',
      '--actions',
      '200',
      '--max-finds',
      '1',
    ],
    ...['--out', folder, '--report', `junit=${junit}`, '--report', `html=${html}`],
  ])
  expect({ code, said: stdout + stderr }).toMatchObject({ code: 5 })
  const cases = await readFile(junit, 'utf8')
  expect(cases).toContain('failures="1"')
  for (const report of [cases, await readFile(html, 'utf8')]) {
    expect(report).toContain('GET /api/game/today: word')
    expect(report).toContain('the same steps did not show it again')
  }
})

test('the faults of a server are off during an exploration, which says so', async () => {
  servers['faulty.test'] = recordedServer()
  const target = ['--target', 'http://faulty.test', '--yes']
  expect(await run(['fault', 'new', '/api/game/today', '--status', '409', ...target])).toMatchObject({
    code: 0,
  })
  const { code, stderr } = await run(['explore', ...target, '--seed', '1', '--actions', '10'])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('1 fault is off meanwhile, and on again afterwards.'),
  })
  expect(JSON.parse((await run(['fault', 'list', '-o', 'json', ...target])).stdout)).toHaveLength(1)
})

test('the command of a find works, also where the reference was explored in this process', async () => {
  const command = explorationCommand(IN_PROCESS, '7', { only: ['today', 'group'], players: 3 })
  const words = withoutProgram(wordsOf(command))
  const { code, stdout } = await run([...words, '--actions', '10'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('seed 7') })
})

test('the command of a find names the target, so that it can be copied', () => {
  const find = {
    ...{ title: 'GET /api/groups/{id}: name', section: 'Groups', expected: 1, actual: 2, steps: 3 },
    ...{ file: 'my finds/find-1-1.yaml', isRepeated: true, isRunnable: true },
  }
  expect(findText(find, 'http://once.test')).toContain(
    "scenario run 'my finds/find-1-1.yaml' --target http://once.test",
  )
})

test.each([
  [140, /^history {2,}success 1234, .*,? +[·H]{15} {2}/m],
  [80, /^history {2}[·H]{15}\n {2}success 1234, /m],
])('the coverage fits %i columns', (width, history) => {
  const about = { target: 't', seed: '1', actions: 1, compared: 1, finds: [], wallMs: 1 }
  const text = explorationText({ ...about, coverage }, { paint: painter(false), colors: 0, width })
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(width)
  expect(text).toMatch(history)
})
