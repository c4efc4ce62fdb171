import { clientOf } from '@inkling/mock-server/contract/client/client'
import { createInProcessServer, IN_PROCESS_ORIGIN } from '@inkling/mock-server/in-process'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { loadScenario } from './language/files/load.ts'
import { serverOptionsOf } from './own-server.ts'
import { leaves, type RunEvent, type RunReport } from './reports/report.ts'
import { failuresOf } from './reports/rerun.ts'
import { type RunOptions, runScenario, UnmetNeeds } from './run.ts'
import { RestoreFailedError } from './server-state.ts'
import { httpTarget } from './targets/http-target.ts'
import { inProcessTarget } from './targets/in-process-target.ts'
import { overFetch } from './targets/over-fetch.fixture.ts'
import type { Target } from './targets/target.ts'

const HEAD = `version: 1
name: a test
config: { seed: 42, clock: 2026-03-07T12:00:00-05:00 }
bots: { ann: {}, ben: {}, cat: {} }
`
const GROUP = `
- { bot: ann, do: create-group, with: { name: Owls }, capture: { code: $.code } }
- { bot: [ben, cat], do: join-group, with: { code: "$\{code}" } }
- { admin: trigger-daily-games, expect: { gamesCreated: 1 } }`

/** Runs the file `day.yaml` of these. */
async function runFiles(
  files: Record<string, string>,
  options: Partial<RunOptions> = {},
): Promise<RunReport> {
  const loaded = await loadScenario('day.yaml', async (file) => files[file] ?? '')
  const target = inProcessTarget({ seed: '42', clock: '2026-03-07T12:00:00-05:00' })
  return runScenario(loaded, { target, sketchbook: spellingSketchbook, ...options })
}

const run = (steps: string, options: Partial<RunOptions> = {}, head = HEAD) =>
  runFiles({ 'day.yaml': `${head}steps:${steps}\n` }, options)

const lines = ({ steps }: RunReport): string[] =>
  leaves(steps).map(({ number, who, what, outcome, detail }) =>
    `${number} ${who} ${what}: ${outcome} ${detail}`.trim(),
  )

const problems = ({ steps }: RunReport): string[] =>
  leaves(steps).flatMap((step) =>
    step.problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  )

test('the same seed gives the same transcript, another seed a different one', async () => {
  const steps = `${GROUP}\n- { bot: [ann, ben, cat], do: play-turn }`
  const transcripts = await Promise.all([run(steps), run(steps), run(steps, { seed: '43' })])
  const [first, second, third] = transcripts.map((report) => lines(report).join('\n'))
  expect(first).toBe(second)
  expect(first).not.toBe(third)
})

test('a failure of one of several bots names it, also in the background', async () => {
  const wrong = 'do: profile, expect: { username: Ann }'
  const report = await run(`${GROUP}\n- { bot: [ann, ben, cat], ${wrong} }`)
  expect(problems(report)).toEqual([expect.stringMatching(/: ben: username: expected 'Ann', got 'Ben'$/)])
  const later = await run(
    `${GROUP}\n- { bot: [ann, ben], ${wrong}, background: true }\n- { barrier: [ann, ben] }`,
  )
  expect(problems(later)).toEqual([expect.stringMatching(/: ben: username: expected 'Ann', got 'Ben'$/)])
  const alone = await run(`${GROUP}\n- { bot: ben, ${wrong} }`)
  expect(problems(alone)).toEqual([expect.stringMatching(/\d: username: /)])
})

test('the first failed expectation ends the run and reports its position', async () => {
  const report = await run(`${GROUP}
- { bot: ann, do: today, expect: { status: waiting, yourStatus: { in: [skipped] } } }
- { bot: ann, do: start-turn }`)
  expect(report.outcome).toBe('failed')
  expect(problems(report)).toEqual(["day.yaml:9:71: yourStatus: expected one of 'skipped', got 'pending'"])
  expect(leaves(report.steps).map(({ outcome }) => outcome)).toEqual([
    ...Array(3).fill('passed'),
    'failed',
    'skipped',
  ])
})

test('a failing call must be expected to fail', async () => {
  const refused = await run('\n- { bot: ann, do: today }')
  expect(problems(refused)).toEqual([
    'day.yaml:6:3: the call failed: 400 VALIDATION_FAILED: User is not in a group',
  ])
  const expected = await run(
    '\n- { bot: ann, do: today, expect: { error: VALIDATION_FAILED, http-status: 400 } }',
  )
  expect(expected.outcome).toBe('passed')
  const other = await run('\n- { bot: ann, do: profile, expect: { error: CONFLICT } }')
  expect(problems(other)).toEqual(["day.yaml:6:45: error: expected 'CONFLICT', got null"])
})

test('a call without a parameter of its path is not made', async () => {
  const lookup = await run('\n- { bot: ann, do: lookup-group, expect: { error: VALIDATION_FAILED } }')
  expect(problems(lookup)).toEqual([expect.stringContaining('ann has no code yet')])
  const report = await run('\n- { admin: inspect-report, expect: { error: VALIDATION_FAILED } }')
  expect(problems(report)).toEqual(['day.yaml:6:12: inspect-report needs a value: set id in with'])
})

test('a race counts successes and failures', async () => {
  const race = (expectation: string) =>
    run(`${GROUP}
- { parallel: [{ bot: ann, do: start-turn }, { bot: ben, do: start-turn }]${expectation} }`)
  const expected = await race(', expect: { succeeded: 1, failed: 1 }')
  expect(expected.outcome).toBe('passed')
  expect(leaves(expected.steps).map(({ outcome }) => outcome)).toContain('refused')
  const other = await race(', expect: { succeeded: 2 }')
  expect(failuresOf([other]).map(({ message }) => message)).toEqual(['succeeded: expected 2, got 1'])
  expect(problems(await race(''))).toEqual([expect.stringContaining('409 CONFLICT')])
})

test('a game that begins on a day with a chosen word has that word', async () => {
  const head = HEAD.replace('-05:00 }', '-05:00, words: { 2026-03-07: necklace, 2026-03-09: owl } }')
  const loaded = await loadScenario(
    'day.yaml',
    async () => `${head}steps:${GROUP}
- { bot: ann, do: start-turn, expect: { word: necklace } }
- { clock: { advance: 2d } }
- { admin: trigger-daily-games }
- { bot: ben, do: start-turn, expect: { word: owl } }
`,
  )
  const target = inProcessTarget(serverOptionsOf(loaded, '42'))
  const report = await runScenario(loaded, { target, sketchbook: spellingSketchbook })
  expect(problems(report)).toEqual([])
})

test('the time of a step is that of the game, and UTC in JSON', async () => {
  const report = await run('\n- { clock: { to: midnight } }')
  expect(report.steps[0]).toMatchObject({
    detail: '2026-03-08 00:00:00 America/New_York',
    instant: '2026-03-08T05:00:00.000Z',
  })
})

test('loops, waiting and the background', async () => {
  const report = await run(`${GROUP}
- { repeat: 2, var: round, steps: [{ bot: ann, do: ping-activity, label: "ping" }] }
- { for-each: [Ann2, Ann3], var: name, steps: [{ bot: ann, do: update-profile, with: { username: "$\{name}" } }] }
- { bot: ben, do: play-turn, background: true }
- { barrier: [ben] }
- { bot: ann, do: start-turn }
- wait-until: { bot: ann, do: today, expect: { yourStatus: skipped } }
  every: 1m
  until-within: 10m`)
  expect(problems(report)).toEqual([])
  expect(lines(report).filter((line) => line.includes('ping'))).toHaveLength(2)
})

test('a run that keeps going performs the steps after a failed one too', async () => {
  const failing =
    '\n- { bot: ann, do: group }\n- { repeat: 2, steps: [{ bot: ann, do: group }] }\n- { bot: ann, do: profile }'
  const report = await run(failing, { keepGoing: true })
  expect(lines(report)).toEqual([
    '1 ann group: failed',
    '2.1.1 ann group: failed',
    '2.2.1 ann group: failed',
    '3 ann profile: passed Ann · 🐦',
  ])
  expect(report.outcome).toBe('failed')
  expect(failuresOf([report]).map(({ command }) => command.slice(command.indexOf('--to-step')))).toEqual([
    '--to-step 1 --keep-going',
    '--to-step 2 --keep-going',
    '--to-step 2 --keep-going',
  ])
})

test('a run that keeps going does not run the steps that need what a failed step did not give', async () => {
  const report = await run(
    `
- { bot: ann, do: group, capture: { code: $.code } }
- { bot: ben, do: join-group, with: { code: "$\{code}" }, capture: { group: $.id } }
- parallel: [{ bot: ben, do: group, with: { id: "$\{group}" } }]
- { bot: ann, do: create-group, with: { name: Owls }, capture: { code: $.code } }
- { bot: ben, do: join-group, with: { code: "$\{code}" } }`,
    { keepGoing: true },
  )
  expect(lines(report)).toEqual([
    '1 ann group: failed',
    "2 ben join-group: skipped not run: needs 'code' of step 1",
    "3.1 ben group: skipped not run: needs 'group' of step 2",
    expect.stringMatching(/^4 ann create-group: passed /),
    expect.stringMatching(/^5 ben join-group: passed /),
  ])
  expect(report.outcome).toBe('failed')
})

test('for-each goes through a table, whose cells are numbers, truth values or text', async () => {
  const day = (table: string) =>
    `version: 1\nname: day\nsteps: [{ for-each: { table: ${table} }, var: row, steps: [{ say: "$\{row.name} $\{row.score}" }] }]\n`
  const report = await runFiles({ 'day.yaml': day('a.csv'), 'a.csv': 'name,score\nann,7\n"ben",\n' })
  expect(lines(report)).toEqual(['1.1.1  say: passed ann 7', '1.2.1  say: passed ben'])
  expect(report.outcome).toBe('passed')
  await expect(runFiles({ 'day.yaml': day('a.yaml'), 'a.yaml': '' })).rejects.toThrow(
    'day.yaml:3:30: a.yaml:1:1: a table is a list',
  )
})

test('a broken threshold fails the run but no step', async () => {
  const report = await run('\n- { bot: ann, do: profile }\nthresholds: { errors: 0, http.max: "<0ms" }')
  expect(report.outcome).toBe('passed')
  expect(report.brokenThresholds).toEqual([
    expect.stringMatching(/^http\.max is [\d.]+ms, which is not < 0ms$/),
  ])
})

test('a missing feature is reported before the first call, or the step is skipped if the file says so', async () => {
  let calls = 0
  const counted = overFetch(inProcessTarget({ seed: '42' }), (fetch) => (...call) => {
    calls++
    return fetch(...call)
  })
  const target = { ...counted, name: 'a real server', controls: false }
  const head = HEAD.replace(/config.*\n/, '')
  await expect(run('\n- { bot: ann, do: profile }\n- { clock: freeze }', { target }, head)).rejects.toThrow(
    new UnmetNeeds([
      {
        file: 'day.yaml',
        line: 6,
        column: 3,
        message: 'this clock step needs controls, which a real server does not offer',
      },
    ]),
  )
  expect(calls).toBe(0)
  const whole = await run('\n- { clock: freeze }', { target, skipsUnmet: true }, head)
  expect([whole.outcome, whole.steps[0]?.detail]).toEqual([
    'skipped',
    'this clock step needs controls, which a real server does not offer',
  ])
  const skipped = await run('\n- { clock: freeze, needs: controls }', { target }, head)
  expect(leaves(skipped.steps).map(({ outcome }) => outcome)).toEqual(['skipped'])
})

test('without controls, a file runs in real time if no step moves the clock', async () => {
  const controlled = inProcessTarget({ seed: '42', clock: '2026-03-07T12:00:00-05:00' })
  const target = { ...controlled, name: 'a real server', controls: false }
  const head = HEAD.replace(/config.*\n/, 'config: { clock: 2030-01-01T12:00:00-05:00 }\n')
  const report = await run('\n- { bot: ann, do: profile }', { target }, head)
  expect(report.outcome).toBe('passed')
  const { now } = await clientOf(controlled).getClock()
  expect(now).toBe('2026-03-07T17:00:00.000Z')
  const strange = { ...target, adminKey: () => undefined }
  await expect(run('\n- { admin: trigger-daily-games }', { target: strange }, head)).rejects.toThrow(
    'this admin step needs the admin key of a real server',
  )
})

test('a signal ends the run with a report of what ran', async () => {
  const controller = new AbortController()
  const onEvent = (event: RunEvent) => {
    if (event.type === 'step-ended' && event.step.number === '1') controller.abort()
  }
  const steps = '\n- { bot: ann, do: profile }\n- { bot: ann, do: today }'
  const report = await run(steps, { signal: controller.signal, onEvent })
  expect(report.outcome).toBe('interrupted')
  expect(leaves(report.steps).map(({ outcome }) => outcome)).toEqual(['passed', 'interrupted'])
})

test('a signal ends the run during sign-in, and a time limit ends background work', async () => {
  const server = inProcessTarget({ seed: '42' })
  const never = new Promise<Response>(() => {})
  const controller = new AbortController()
  const stuck = (path: string): Target =>
    overFetch(server, (fetch) => (input, init) => {
      if (!String(input).includes(path)) return fetch(input, init)
      controller.abort()
      return never
    })
  const signIn = { target: stuck('/auth/device'), signal: controller.signal }
  const limited = `${HEAD}thresholds: { errors: "<=0" }\n`
  const report = await run('\n- { bot: ann, do: profile }', signIn, limited)
  expect(lines(report)).toEqual(['0 ann sign in: interrupted', '1 ann profile: skipped did not run'])
  expect(report.brokenThresholds).toEqual([])
  const head = HEAD.replace('config: {', 'config: { timeout: 20ms,')
  const left = await run(
    '\n- { bot: ann, do: profile, background: true }',
    { target: stuck('/user/profile') },
    head.replace('bots: { ann: {}, ben: {}, cat: {} }', 'bots: { ann: { start: signed-in } }'),
  )
  expect(problems(left)).toEqual([expect.stringContaining('timed out after 20 ms')])
})

/** The code of a bot fails over such a turn. */
const NONSENSE =
  '{ match: { path: /api/game/start-turn }, status: 200, rawBody: "{\\"type\\":\\"drawing\\"}" }'

test('an error of a bot over a strange reply fails its step with the stack, and is nothing that a race expects', async () => {
  const report = await run(`${GROUP}
- { fault: ${NONSENSE} }
- { bot: ann, do: play-turn }
- { bot: ben, do: today }`)
  expect(report.outcome).toBe('failed')
  expect(problems(report)).toEqual([
    expect.stringMatching(/^day.yaml:10:3: POST .*start-turn: its reply is not as documented: /),
  ])
  expect(report.steps[4]?.stack).toMatch(/TypeError.*\n +at /)
  expect(report.steps[4]?.exchange?.curl).toContain('/api/game/start-turn')
  expect(report.steps[5]).toMatchObject({ outcome: 'skipped', detail: 'did not run' })
  const race = await run(`${GROUP}
- { fault: ${NONSENSE} }
- { parallel: [{ bot: ann, do: play-turn }, { bot: ben, do: profile }], expect: { failed: 1 } }`)
  expect(race.outcome).toBe('failed')
  expect(failuresOf([race])).toMatchObject([{ message: expect.stringContaining('not as documented') }])
  const later = await run(`${GROUP}
- { fault: ${NONSENSE} }
- { bot: ann, do: play-turn, background: true }`)
  expect(problems(later)).toEqual([expect.stringMatching(/10:3: .*not as documented/)])
})

test('an error of the program itself is called one', async () => {
  const sketchbook = {
    ...spellingSketchbook,
    draw: () => {
      throw new TypeError('no pen')
    },
  }
  const report = await run(`${GROUP}\n- { bot: ann, do: play-turn }`, { sketchbook })
  expect(problems(report)).toEqual(['day.yaml:9:3: this is a bug in inkling: TypeError: no pen'])
})

test('a server that stops before the first step, or before the last one, ends in a report', async () => {
  const gone = async () => {
    throw new TypeError('fetch failed')
  }
  const target = inProcessTarget({ seed: '42' })
  const before = await run('\n- { bot: ann, do: profile }', { target: overFetch(target, () => gone) })
  expect(before.steps.map(({ what, outcome }) => [what, outcome])).toEqual([
    ['prepare the server', 'failed'],
    ['profile', 'skipped'],
  ])
  let isGone = false
  const vanishing = overFetch(
    inProcessTarget({ seed: '42' }),
    (inner) =>
      (...call) =>
        isGone ? gone() : inner(...call),
  )
  const error = await run('\n- { bot: ann, do: profile }\n- { bot: ann, do: profile }', {
    target: { ...vanishing, isShared: true },
    withChains: true,
    onEvent: (event) => {
      if (event.type === 'step-ended') isGone = true
    },
  }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RestoreFailedError)
  expect((error as RestoreFailedError).run?.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
})

test('the name of an expected header has no case', async () => {
  const header = (name: string) =>
    run(`\n- { bot: ann, do: profile, expect: { headers: { ${name}: { absent: true } } } }`)
  expect((await header('X-Token-Renewed')).outcome).toBe('passed')
  expect(problems(await header('X-Token-Days-Remaining'))).toEqual([
    expect.stringMatching(/X-Token-Days-Remaining: expected the field to be absent, got '/),
  ])
})

test('what nobody may be sent fails each step in which somebody is sent it', async () => {
  const turns = `${GROUP}
- { bot: ann, do: draw, capture: { picture: $.picture } }`
  const leaked = await run(`${turns}
- { never: { picture: "$\{picture}" } }
- { bot: ann, do: profile }
- { bot: ben, do: start-turn, retries: 3 }`)
  expect(problems(leaked)).toEqual([
    'day.yaml:12:3: the reply to POST /api/game/start-turn contains the picture, which step 5 forbids, at $.previousEntry.drawing',
  ])
  const race = await run(`${turns}
- { never: { text: Owls } }
- { parallel: [{ bot: ben, do: group }, { bot: ben, do: profile }], expect: { failed: 1 } }`)
  expect(race.outcome).toBe('failed')
  expect(problems(race)).toEqual([
    expect.stringMatching(/api\/groups\/.* contains the text 'Owls'.* at \$\.name/),
  ])
  const socket = await run(`${turns}
- { bot: ben, do: play-turn }
- { bot: cat, do: play-turn }
- { socket: reactions, as: ben }
- { never: { text: wow } }
- { bot: ann, do: add-reaction, with: { stepIndex: 0, reactionType: wow } }
- { bot: ann, do: profile }`)
  expect(problems(socket)).toEqual([
    expect.stringMatching(/the reply to POST .* contains the text 'wow'/),
    expect.stringMatching(/a socket message to ben contains the text 'wow'/),
  ])
  const kept = await run(`${turns}
- { never: { text: Owls } }
- { http: { method: GET, path: /control/groups }, needs: controls }
- { bot: ben, do: profile }`)
  expect(problems(kept)).toEqual([])
  const idle = await run(`${turns}\n- { never: { text: x } }\n- { never: { picture: x } }`)
  expect(problems(idle)).toEqual([expect.stringContaining("'x' is not a PNG image")])
  const last = await run(`${turns}\n- { never: { text: x } }`)
  expect(problems(last)).toEqual([expect.stringContaining('nothing was sent after step 5')])
})

test('a range of steps: earlier steps run too, but are reported only if they fail', async () => {
  const part = { fromStep: 2, toStep: 2 }
  const report = await run(`\n- { set: { who: two } }\n- { say: "$\{who}" }\n- { say: three }`, part)
  expect(lines(report)).toEqual(['2  say: passed two'])
  const failing = await run('\n- { bot: ann, do: today }\n- { say: two }', part)
  expect(lines(failing)).toEqual(['1 ann today: failed', '2  say: skipped did not run'])
})

test('a lost connection is a failed call that a step can expect and retry', async () => {
  const drop = (times: number) => `
- { fault: { match: { path: /api/user/profile }, times: ${times}, drop: true } }`
  const passed = await run(`${drop(3)}
- { bot: ann, do: profile, expect: { http-status: 0, error: NETWORK_ERROR } }
- { http: { method: GET, path: /api/user/profile }, as: ann, expect: { error: NETWORK_ERROR } }
- { bot: ann, do: profile, retries: 1, expect: { username: Ann } }`)
  expect(problems(passed)).toEqual([])
  const failed = await run(`${drop(1)}\n- { bot: ann, do: profile }`)
  expect(problems(failed)).toEqual(['day.yaml:7:3: the call failed: NETWORK_ERROR: The connection was lost'])
  const action = await run(`${GROUP}
- { bot: ann, do: start-turn }
- { fault: { match: { path: /api/game/submit-turn }, times: 1, drop: true } }
- { bot: ann, do: draw, with: { text: boat }, expect: { error: NETWORK_ERROR } }
- { bot: ann, do: draw, with: { text: boat } }`)
  expect(problems(action)).toEqual([])
})

test('a successful reply that is not JSON is a failed call, and cleared faults fail no call', async () => {
  const report = await run(`
- { fault: { match: { path: /api/user/profile }, status: 200, rawBody: "<h1>" } }
- { bot: ann, do: profile, expect: { http-status: 200, error: UNKNOWN_ERROR } }
- { fault: clear }
- { bot: ann, do: profile }`)
  expect(problems(report)).toEqual([])
})

test('a step fails if the bot cannot do it', async () => {
  const report = await run(`${GROUP}
- { bot: ann, do: play-turn }
- { bot: ben, do: draw }`)
  expect(problems(report)).toEqual(['day.yaml:10:3: ben holds a guess turn, which has nothing to draw'])
})

test('a request that cannot be made fails its step, also in process', async () => {
  const get = (rest: string) => run(`\n- { http: { method: GET, path: /api/game/today, ${rest} } }`)
  expect(problems(await get('body: { a: 1 }'))).toEqual([
    expect.stringContaining('day.yaml:6:11: this request cannot be made: '),
  ])
  expect(problems(await get('headers: { "a b": c }'))).toEqual([
    expect.stringContaining('day.yaml:6:11: this request cannot be made: '),
  ])
})

test('a step that took too long makes no further call', async () => {
  const server = inProcessTarget({ seed: '42', clock: '2026-03-07T12:00:00-05:00' })
  const sent: string[] = []
  const held: (() => void)[] = []
  const slow = overFetch(server, (fetch) => async (input, init) => {
    sent.push(new URL(String(input)).pathname)
    if (sent.at(-1) === '/api/game/submit-guess') await new Promise<void>((resolve) => held.push(resolve))
    return fetch(input, init)
  })
  const report = await run(
    `${GROUP}
- { bot: ann, do: play-turn }
- { bot: ben, do: guess, with: { guesses: [xylophone, yak] }, timeout: 50ms }`,
    { target: slow },
  )
  expect(problems(report)).toEqual(['day.yaml:10:72: timed out after 50 ms'])
  const before = sent.length
  for (const release of held) release()
  await new Promise(setImmediate)
  expect(sent.slice(before)).toEqual([])
})

test('a pattern takes no longer than its step', async () => {
  const server = inProcessTarget({ seed: '42', clock: '2026-03-07T12:00:00-05:00' })
  const endless = overFetch(
    server,
    (fetch) => async (input, init) =>
      String(input).endsWith('/endless') ? new Response('xa'.repeat(3_000_000)) : fetch(input, init),
  )
  const startedAt = performance.now()
  const report = await run(
    `
- http: { method: GET, path: /endless }
  expect: { body: '/(?:(x)|(xx)|.)*?[a-q].{900}$/' }
  timeout: 100ms`,
    { target: endless },
  )
  expect(problems(report)).toEqual([expect.stringMatching(/^day\.yaml:6:3: timed out while matching \/\(/)])
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})

test('a failed step shows its last call as curl without secrets, and the reply', async () => {
  const report = await run(`
- { bot: ann, do: join-group, with: { code: ZZZZZZ } }`)
  expect(leaves(report.steps)[0]?.exchange).toEqual({
    curl: `curl -X POST -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{"code":"ZZZZZZ"}' 'http://in-process.inkling/api/groups/join'`,
    status: 404,
    reply: expect.stringContaining('"code": "NOT_FOUND"'),
  })
  const signIn = await run(`
- { bot: ann, do: sign-in-device, expect: { isNewUser: true } }`)
  const { curl = '', reply = '' } = leaves(signIn.steps)[0]?.exchange ?? {}
  expect(curl).toContain(`-d '{"deviceId":"'"$DEVICE_ID"'"}'`)
  expect(reply).toContain('"token": "$TOKEN"')
})

test('step lines show the values of variables, but no secrets', async () => {
  const report = await run(
    `
- { set: { path: user/profile } }
- { http: { method: GET, path: "/api/$\{path}" }, as: ann }
- { say: hello, label: "for $\{secret.KEY} and $\{ann.gameId}" }`,
    { env: { KEY: 'hush' } },
  )
  expect(leaves(report.steps).map(({ what }) => what)).toEqual([
    'set path',
    'GET /api/user/profile',
    `for ••• and $\{ann.gameId}`,
  ])
})

test('a bot may be named by a variable, also in a list and a loop', async () => {
  const report = await run(`${GROUP}
- { for-each: [ann, ben], var: who, steps: [{ bot: "$\{who}", do: profile, expect: { username: /Ann|Ben/ } }] }
- { set: { all: [ann, cat], one: cat } }
- { bot: "$\{all}", do: today, expect: { yourStatus: pending } }
- { bot: ["$\{one}", ben], do: history, background: true }
- { barrier: ["$\{one}", ben] }
- { http: { method: GET, path: /api/user/profile }, as: "$\{one}", expect: { username: Cat } }`)
  expect(problems(report)).toEqual([])
  expect(lines(report)).toContain('4.2.1 ben profile: passed Ben · 🐦')
  const missing = await run(`\n- { set: { who: dan } }\n- { bot: "$\{who}", do: profile }`)
  expect(problems(missing)).toEqual(["day.yaml:7:3: there is no bot 'dan'"])
})

test('a list in a reply can be iterated', async () => {
  const report = await run(`${GROUP}
- { bot: ann, do: today, capture: { people: "$.participants" } }
- { for-each: "$\{people}", var: person, steps: [{ say: "$\{person.username}" }] }`)
  expect(
    lines(report)
      .slice(-3)
      .map((line) => line.split(' ').at(-1)),
  ).toEqual(['Ann', 'Ben', 'Cat'])
})

test('a field that must be absent', async () => {
  const absent = (field: string, is: boolean) =>
    run(`\n- { bot: ann, do: sign-in-device, expect: { body: { user: { ${field}: { absent: ${is} } } } } }`)
  expect(problems(await absent('groupId', false))).toEqual([])
  expect(problems(await absent('groupId', true))).toEqual([
    'day.yaml:6:80: user.groupId: expected the field to be absent, got null',
  ])
  expect(problems(await run('\n- { bot: ann, do: profile, expect: { secret: { absent: true } } }'))).toEqual(
    [],
  )
})

test('a step can expect the close of a socket and its code', async () => {
  const report = await run(`${GROUP}
- { bot: [ann, ben, cat], do: play-turn }
- { socket: reactions, as: ann, with: { token: nonsense }, expect: { closed: 4401 } }
- { socket: reactions, as: ann, with: { gameId: nowhere }, expect: { closed: 4403, reason: /./ } }
- { socket: reactions, as: cat }
- { server: restart }
- { socket: reactions, as: cat, expect: { closed: 1001 } }`)
  expect(problems(report)).toEqual([])
  const unexpected = await run(`${GROUP}\n- { socket: reactions, as: ann, with: { gameId: nowhere } }`)
  expect(problems(unexpected)).toEqual(['day.yaml:9:3: the socket closed with 4403: No such game'])
})

test('a restart keeps stored data and loses faults; tokens stay valid after rotating secrets, but not after replacing them', async () => {
  const report = await run(`${GROUP}
- { bot: ann, do: start-turn, capture: { turn: $.turnId } }
- { fault: { match: { path: /api/user/profile }, status: 503 } }
- { server: restart }
- { bot: ann, do: start-turn, expect: { turnId: "$\{turn}" } }
- { bot: ann, do: profile }
- { server: rotate-secrets }
- { bot: ann, do: profile }
- { server: replace-secrets }
- { bot: ann, do: profile, expect: { error: AUTH_INVALID } }
- { bot: ann, do: sign-in-device, expect: { isNewUser: false } }
- { bot: ann, do: start-turn, expect: { turnId: "$\{turn}" } }`)
  expect(problems(report)).toEqual([])
  const { restart: _, ...other } = inProcessTarget({ seed: '42' })
  await expect(run('\n- { server: restart }', { target: other })).rejects.toThrow(
    'this server step needs restart, which in process does not offer',
  )
})

test('a path that starts with a variable must be a path on the target', async () => {
  const report = await run(`
- { set: { path: /api/user/profile, away: "@elsewhere.example/" } }
- { http: { method: GET, path: "$\{path}" }, as: ann, expect: { username: Ann } }
- { http: { method: GET, path: "$\{away}" }, as: ann }`)
  expect(problems(report)).toEqual([
    "day.yaml:8:32: '@elsewhere.example/' is not a path: it must start with /",
  ])
})

test('a step is retried up to the number of its retries', async () => {
  const flaky = (retries: number) =>
    run(`
- { fault: { match: { path: /api/user/profile }, times: 2, status: 503 } }
- { bot: ann, do: profile, retries: ${retries} }`)
  expect(lines(await flaky(2)).at(-1)).toBe('2 ann profile: passed Ann · 🐦 (on attempt 3)')
  expect((await flaky(1)).outcome).toBe('failed')
})

test('the clock, faults and a replaced world are restored, even if a step fails', async () => {
  const target = inProcessTarget({ seed: '42' })
  const admin = clientOf(target)
  const { id } = (await admin.signInDevice({ body: { deviceId: 'somebody-who-was-here' } })).user
  const report = await run(
    `
- { fault: { match: { path: /api/game/today }, status: 503 } }
- { clock: { advance: 3d } }
- { world: reset }
- { bot: ann, do: profile }`,
    { target },
  )
  expect(report.outcome).toBe('failed')
  expect(await admin.getFaults()).toEqual([])
  expect((await admin.getClock()).mode).toBe('system')
  expect((await admin.listUsers({ query: {} })).items).toContainEqual(expect.objectContaining({ id }))
})

test.each(['in process', 'over HTTP'])(
  'a raw step carries the admin key if it needs controls, and only then, %s',
  async (how) => {
    const adminKey = 'a-key-of-admins'
    const { fetch } = createInProcessServer({ seed: '42', adminKey })
    const overHttp = () => httpTarget({ baseUrl: IN_PROCESS_ORIGIN, fetch, adminKey })
    const target = how === 'in process' ? inProcessTarget({ seed: '42' }) : await overHttp()
    const report = await run(
      `
- { http: { method: GET, path: /control/outbox }, expect: { http-status: 403 } }
- { http: { method: GET, path: /control/outbox }, needs: controls, expect: { items: { length: 0 } } }
- { http: { method: GET, path: /control/outbox, headers: { X-Admin-Key: wrong } }, needs: controls, expect: { http-status: 403 } }`,
      { target },
    )
    expect(problems(report)).toEqual([])
    expect(report.outcome).toBe('passed')
  },
)

test('a shared server is restored, including its world, unless keep is set', async () => {
  const target = { ...inProcessTarget({ seed: '42', clock: '2026-05-04T12:00:00-04:00' }), isShared: true }
  const admin = clientOf(target)
  await admin.signInDevice({ body: { deviceId: 'somebody-who-was-here' } })
  const before = await admin.exportWorld()
  expect((await run(GROUP, { target })).outcome).toBe('passed')
  expect(await admin.exportWorld()).toEqual(before)
  expect((await admin.getClock()).now).toBe('2026-05-04T16:00:00.000Z')
  expect((await run(GROUP, { target, keep: true })).outcome).toBe('passed')
  expect((await admin.getClock()).now).toBe('2026-03-07T17:00:00.000Z')
  expect((await admin.listUsers({ query: {} })).items).toHaveLength(4)
})

test('a server that cannot be restored is reported with its world', async () => {
  const failing = overFetch(
    inProcessTarget({ seed: '42' }),
    (fetch) => (input, init) =>
      init?.method === 'PUT' && String(input).endsWith('/control/world')
        ? Promise.reject(new TypeError('fetch failed'))
        : fetch(input, init),
  )
  const target = { ...failing, isShared: true }
  const error = await run('\n- { say: hello }', { target }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RestoreFailedError)
  expect((error as RestoreFailedError).world).toMatchObject({ format: 'inkling-world' })
})

test("a scenario for another time zone than the server's is skipped, or fails if strict", async () => {
  const head = HEAD.replace('config: {', 'config: { timeZone: Europe/Berlin,')
  const skipped = await run('\n- { say: hello }', {}, head)
  expect(skipped.outcome).toBe('skipped')
  expect(lines(skipped)).toEqual([
    '0  time zone: skipped this scenario needs the time zone Europe/Berlin, but in process has America/New_York',
    '1  say: skipped did not run',
  ])
  const failed = await run('\n- { say: hello }', { strict: true }, head)
  expect(failed.outcome).toBe('failed')
  expect(problems(failed)).toEqual([
    expect.stringMatching(/^day\.yaml:3:21: this scenario needs the time zone/),
  ])
})

test('the rules of the game can be checked', async () => {
  const steps = `${GROUP}\n- { bot: [ann, ben], do: play-turn }\n- { check: rules }`
  expect(lines(await run(steps)).at(-1)).toBe('5 rules check: passed the rules hold · 1 game, 3 players')
  const target = overFetch(inProcessTarget({ seed: '42' }), (fetch) => async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).endsWith('/today')) return response
    return Response.json({ ...(await response.json()), word: 'cat' }, { headers: response.headers })
  })
  expect(problems(await run(steps, { target }))).toEqual([
    expect.stringMatching(/^day.yaml:10:12: game \S+: a waiting player is shown the word$/),
  ])
})

test('every persona plays in its own way', async () => {
  const bots =
    'bots: { ann: {}, ben: { persona: absent }, cat: { persona: spammer }, dan: { persona: leaver } }'
  const head = HEAD.replace(/bots: .*/, bots)
  const report = await run(
    `${GROUP.replace('[ben, cat]', '[ben, cat, dan]')}
- { bot: [ann, ben, cat, dan], do: play-turn, expect: { success: true } }
- { bot: ann, do: today, expect: { participants: { length: 4 } } }
- { bot: ann, do: group, expect: { memberCount: 3 } }`,
    {},
    head,
  )
  expect(problems(report)).toEqual([])
  expect(lines(report).find((line) => line.includes('play-turn'))).toMatch(/stays away .* abandoned$/)
})

test('an included file has its own variables, and hands its captures out', async () => {
  const files = {
    'day.yaml': `${HEAD}vars: { word: mine, round: first }
steps:
- { include: lib.yaml, with: { given: 1 } }
- { say: "$\{word} $\{round} $\{name}" }
`,
    'lib.yaml': `version: 1
name: lib
vars: { word: theirs }
steps:
- { set: { round: other } }
- { repeat: 2, var: round, steps: [{ say: "$\{word} $\{round}" }] }
- { bot: ann, do: profile, capture: { name: $.username } }
`,
  }
  const report = await runFiles(files)
  expect(problems(report)).toEqual([])
  expect(leaves(report.steps).map(({ detail }) => detail)).toEqual([
    'other',
    'theirs 1',
    'theirs 2',
    'Ann · 🐦',
    'mine first Ann',
  ])
})

test('the steps of a race do not see what the others set, and hand their captures out in order', async () => {
  const inLoop = (name: string) =>
    `{ for-each: [${name}], var: who, steps: [{ bot: ann, do: profile }, { say: "$\{who}" }, { bot: "$\{who}", do: profile, capture: { last: $.username } }] }`
  const report = await run(`
- { parallel: [${['ann', 'ben', 'cat'].map(inLoop).join(', ')}] }
- { say: "$\{last}" }`)
  expect(problems(report)).toEqual([])
  const said = leaves(report.steps).filter(({ what }) => what === 'say')
  expect(said.map(({ detail }) => detail)).toEqual(['ann', 'ben', 'cat', 'Cat'])
})

test('a skipped step of a race did not fail', async () => {
  const target = { ...inProcessTarget({ seed: '42' }), controls: false }
  const head = HEAD.replace(/config.*\n/, '')
  const race = '\n- { parallel: [{ bot: ann, do: profile }, { clock: freeze, needs: controls }] }'
  const report = await run(race, { target }, head)
  expect(problems(report)).toEqual([])
  expect(report.steps[0]).toMatchObject({ outcome: 'passed', detail: '1 succeeded, 0 failed' })
})

test('an included file is skipped if the include needs what the target lacks', async () => {
  const files = {
    'day.yaml': 'version: 1\nname: day\nsteps: [{ include: lib.yaml, needs: controls }, { say: done }]\n',
    'lib.yaml': 'version: 1\nname: lib\nsteps: [{ clock: freeze }]\n',
  }
  const report = await runFiles(files, { target: { ...inProcessTarget({ seed: '42' }), controls: false } })
  expect(report.steps.map(({ outcome }) => outcome)).toEqual(['skipped', 'passed'])
})

test('a failed background call is reported with its own line and call', async () => {
  const call = '- { bot: ann, do: profile, background: true, expect: { username: Nobody } }'
  const printed: string[] = []
  const onEvent = (event: RunEvent) => {
    if (event.type === 'step-ended') printed.push(`${event.step.number} ${event.step.outcome}`)
  }
  const waited = await run(`\n${call}\n- { say: meanwhile }\n- { barrier: [ann] }`)
  const left = await run(`\n${call}\n- { say: meanwhile }`, { onEvent })
  expect(printed).toEqual(['1 passed', '2 passed', 'end failed'])
  for (const report of [waited, left]) {
    expect(problems(report)).toEqual([expect.stringMatching(/^day.yaml:6:6\d: username: expected 'Nobody'/)])
    const failed = leaves(report.steps).find(({ outcome }) => outcome === 'failed')
    expect(failed?.exchange?.curl).toContain('/api/user/profile')
  }
})

test('retries wait between attempts, and move a frozen clock', async () => {
  const report = await run(`${GROUP}
- { bot: ann, do: start-turn }
- { bot: ben, do: today, expect: { canStartTurn: true }, retries: { times: 6, every: 1m } }`)
  expect(problems(report)).toEqual([])
  expect(lines(report).at(-1)).toContain('on attempt 7')
})
