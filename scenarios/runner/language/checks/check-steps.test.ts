import { describe, expect, test } from 'vitest'
import { loadScenario } from '../files/load.ts'
import { ScenarioFileError } from '../files/source.ts'

const head = 'version: 1\nname: a test\nbots: { ann: {}, ben: {} }\nvars: { group: Owls }\n'

async function problemsOf(text: string, files: Record<string, string> = {}): Promise<string[]> {
  try {
    await loadScenario('day.yaml', async (file) => (file === 'day.yaml' ? text : (files[file] ?? '')))
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('errors are found without running the scenario (^ marks the position)', () => {
  test.each([
    [
      '- { bot: ann, do: join-group, with: { ^cod: ABCDEF } }',
      "'cod' is not a field of join-group; did you mean 'code'?",
    ],
    ['- { bot: ann, do: today, with: { ^day: 1 } }', "'day' is not a field of today: today takes no fields"],
    ['- { bot: ann, do: submit-guess, with: ^{} }', "'guess' is missing"],
    ['- { bot: ann, do: history, with: { limit: ^500 } }', "'limit' must be at most 50, not 500"],
    ['- { bot: ann, do: draw, with: { picture: ^blnk } }', "'blnk' is not valid here; did you mean 'blank'?"],
    ['- { bot: ann, do: draw, with: { text: ^3 } }', '\'text\' must be text, not 3: write it as "3"'],
    [
      '- { bot: ann, do: create-group, with: { name: ^2026.10 } }',
      '\'name\' must be text, not 2026.1: write it as "2026.10"',
    ],
    [
      '- { bot: ann, do: profile, expect: { ^colour: red } }',
      "'colour' is not a field of this value: use one of id (text), username (text)",
    ],
    [
      '- { bot: ann, do: today, expect: { ^yourStatu: pending } }',
      "'yourStatu' is not a field of this value; did you mean 'yourStatus'?",
    ],
    [
      '- { bot: ann, do: today, expect: { yourStatus: ^pendng } }',
      "'pendng' cannot occur here; did you mean 'pending'?",
    ],
    [
      '- { bot: ann, do: today, expect: { canStartTurn: ^"true" } }',
      "'true' cannot occur here: the value is true or false",
    ],
    [
      '- { bot: ann, do: group, expect: { memberCount: { ^gtee: 1 } } }',
      "'gtee' is not a matcher, and the value is a whole number; did you mean 'gte'?",
    ],
    [
      '- { bot: ann, do: group, expect: { name: { type: ^txt } } }',
      "'txt' is not a type; did you mean 'text'?",
    ],
    [
      '- { bot: ann, do: game, expect: { chain: [{ usrname: ^Ann }] } }'.replace('usrname: ^', '^usrname: '),
      "'usrname' is not a field of this value; did you mean 'username'?",
    ],
    [
      '- { bot: ann, do: game, expect: { chain: { contains: { ^stepIndx: 1 } } } }',
      "'stepIndx' is not a field of this value; did you mean 'stepIndex'?",
    ],
    [
      '- { bot: ann, do: game, expect: { chain: { length: ^many } } }',
      "'many' cannot occur here: the value is a whole number",
    ],
    [
      '- { bot: ann, do: today, expect: { word: ^/a(/ } }',
      '/a(/ is not a regular expression: unterminated group',
    ],
    [
      '- { bot: ann, do: today, expect: { word: { matches: ^"[" } } }',
      '/[/ is not a regular expression: unterminated character class',
    ],
    [
      '- { bot: ann, do: today, expect: { error: ^CONFLCT } }',
      "'CONFLCT' cannot occur here; did you mean 'CONFLICT'?",
    ],
    [
      '- { bot: ann, do: today, expect: { body: { ^wrd: null } } }',
      "'wrd' is not a field of this value; did you mean 'word'?",
    ],
    [
      '- { bot: ann, do: draw, expect: { ^outcom: cat } }',
      "'outcom' is not a field of this value; did you mean 'outcome'?",
    ],
    [
      '- { bot: ann, do: create-group, with: { name: A }, capture: { code: ^$.cod } }',
      "the response has no 'cod' there; did you mean 'code'?",
    ],
    [
      `- { bot: ann, do: history, with: { before: "^$\{nxt}" } }`.replace('"^', '^"'),
      "there is no variable 'nxt'",
    ],
    [`- { say: ^"hello $\{gruop}" }`, "there is no variable 'gruop'; did you mean 'group'?"],
    [`- { say: ^"$\{ann.usrId}" }`, "the bot ann has no 'usrId'; did you mean 'userId'?"],
    [`- { say: ^"$\{group" }`, `this '$\{' has no closing '}'`],
    [
      '- { http: { method: GET, path: /api/game/today }, as: ann, expect: { ^hasGme: true } }',
      "'hasGme' is not a field of this value; did you mean 'hasGame'?",
    ],
    [
      '- { socket: reactions, as: ann, expect: { data: { action: ^aded } } }',
      "'aded' cannot occur here; did you mean 'added'?",
    ],
    [
      '- { socket: reactions, as: ann, expect: { closed: ^soon } }',
      "'soon' cannot occur here: the value is ",
    ],
    [
      '- { fault: [{ match: { path: ^/api/gmae/today }, status: 500 }] }',
      "no call has the path '/api/gmae/today'; did you mean '/api/game/today'?",
    ],
    [
      '- { fault: { match: { method: POST, path: ^/api/game/today }, status: 500 } }',
      "no POST call has the path '/api/game/today'",
    ],
    [
      '- { fault: { match: { method: ^FOO }, status: 500 } }',
      "no call has the method 'FOO': use one of POST, GET, ",
    ],
    [
      '- { fault: { match: { path: ^/api/reactions/ws/* }, status: 500 } }',
      'is a socket; faults change HTTP responses only',
    ],
    [
      '- { fault: ^{ match: { path: /api/game/today }, message: none } }',
      "this fault has no effect: add one of 'status', 'code', 'rawBody', 'delay', 'drop', 'loseResponse'",
    ],
    [
      '- { fault: { match: {}, loseResponse: true, drop: ^true } }',
      "the connection breaks once, before ('drop') or after ('loseResponse') the call: remove one",
    ],
    [
      '- { fault: { match: {}, status: 500, drop: ^true } }',
      "a broken connection has no response: remove 'drop', or remove 'status'",
    ],
    [
      '- { fault: { match: {}, code: ^CONFLCT } }',
      "'CONFLCT' is not an error code; did you mean 'CONFLICT'?",
    ],
    [
      '- { admin: create-mock-game, as: ann, with: { ^daysago: 2 } }',
      "'daysago' is not a field of create-mock-game; did you mean 'daysAgo'?",
    ],
    [
      '- { wait-until: { bot: ann, do: today, expect: { ^stats: active } } }',
      "'stats' is not a field of this value; did you mean 'status'?",
    ],
  ])('%s', async (marked, message) => {
    const [problem = ''] = await problemsOf(`${head}steps:\n${marked.replace('^', '')}\n`)
    expect(problem.split(': ', 1)[0]).toBe(`day.yaml:6:${marked.indexOf('^') + 1}`)
    expect(problem).toContain(message)
  })
})

test.each([
  [
    'an invalid value that is expected to be refused',
    '- { bot: ann, do: join-group, with: { code: A }, expect: { error: VALIDATION_FAILED } }',
  ],
  [
    'an invalid value in a race',
    '- { parallel: [{ bot: ann, do: join-group, with: { code: A } }], expect: { failed: 1 } }',
  ],
  [
    'an error code of a fault',
    '- { fault: { match: {}, code: TEAPOT } }\n- { bot: ann, do: today, expect: { error: TEAPOT } }',
  ],
  ['a number in a path', '- { bot: ann, do: remove-reaction, with: { gameId: g, stepIndex: 0 } }'],
  [
    'a variable set in an earlier iteration',
    `- { repeat: 2, steps: [{ repeat: 1, steps: [{ say: "$\{seen}" }] }, { set: { seen: 1 } }] }`,
  ],
  [
    'a path with a variable',
    `- { http: { method: GET, path: "/api/groups/$\{group}" }, expect: { name: Owls } }`,
  ],
  ['an absent field', '- { bot: ann, do: today, expect: { hasGame: { absent: false } } }'],
  [
    'a method in lower case',
    '- { fault: { match: { method: get, path: /api/game/today }, delay: 1s, drop: true } }',
  ],
  ['a path prefix', '- { fault: { match: { path: /api/game/* }, status: 500 } }'],
  [
    'a fault on a path with variables',
    `- { fault: { match: { path: "/api/$\{group}/$\{group}*" }, status: 500 } }`,
  ],
  ['a fault for one game', '- { fault: { match: { path: /api/reactions/abc }, status: 500 } }'],
])('%s is valid', async (_, steps) => {
  expect(await problemsOf(`${head}steps:\n${steps}\n`)).toEqual([])
})

test('the faults of a whole file are checked, too', async () => {
  const faults = 'faults: [{ match: { path: /api/game/tody }, status: 500 }]\n'
  expect(await problemsOf(`${head}${faults}steps: [{ say: x }]\n`)).toEqual([
    "day.yaml:5:27: no call has the path '/api/game/tody'; did you mean '/api/game/today'?",
  ])
})

test('variables are passed into an included file, and its captures back, in the order of the steps', async () => {
  const lib = `version: 1\nname: lib\nsteps: [{ say: "$\{group} $\{given}" }, { bot: ann, do: profile, capture: { made: $.username } }, { set: { own: 1 } }]\n`
  const include = '- { include: lib.yaml, with: { given: 1 } }'
  const files = { 'lib.yaml': lib }
  expect(await problemsOf(`${head}steps:\n${include}\n- { say: "$\{made}" }\n`, files)).toEqual([])
  expect(await problemsOf(`${head}steps:\n- { say: "$\{made}" }\n${include}\n`, files)).toEqual([
    "day.yaml:6:10: there is no variable 'made'",
  ])
  for (const name of ['given', 'own']) {
    expect(await problemsOf(`${head}steps:\n${include}\n- { say: "$\{${name}}" }\n`, files)).toEqual([
      `day.yaml:7:10: there is no variable '${name}'`,
    ])
  }
  expect(await problemsOf(`${head}steps:\n- { include: lib.yaml }\n`, files)).toEqual([
    "lib.yaml:3:16: there is no variable 'given'",
  ])
})

test('a file or a loop without steps is refused', async () => {
  expect(await problemsOf(`${head}steps: []\n`)).toEqual([
    "day.yaml:5:8: 'steps': at least one step is required",
  ])
  expect(await problemsOf(`${head}steps:\n- { repeat: 2, steps: [] }\n`)).toEqual([
    "day.yaml:6:23: 'steps': at least one step is required",
  ])
})

test('a text with a comma must be quoted', async () => {
  expect(await problemsOf(`${head}steps:\n- { bot: ann, do: today, label: a, b }\n`)).toEqual([
    `day.yaml:6:36: unknown key 'b': quote a value that contains a comma, as in label: "a, b"`,
  ])
})

test('a list instead of a word is reported as a list', async () => {
  expect(await problemsOf(`${head}steps:\n- { clock: freeze, needs: [controls] }\n`)).toEqual([
    'day.yaml:6:27: this must be one of controls, sockets, restart, not a list',
  ])
})

test('an unknown time zone is refused', async () => {
  expect(await problemsOf(`${head}config: { timeZone: Mars/Base }\nsteps: [{ say: hi }]\n`)).toEqual([
    "day.yaml:5:21: 'timeZone': a time zone is an IANA name such as America/New_York",
  ])
})

test.each([
  [
    'aliases that expand exponentially',
    `a: &a [1,1,1,1,1,1,1,1,1,1]\n${'bcdefghi'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[at]}`)}]`)
      .join('\n')}\n`,
  ],
  ['an alias that contains itself', 'vars: &a { b: *a }\n'],
  ['a file nested too deeply', `vars: ${'['.repeat(20_000)}\n`],
])('%s: the file is refused with one message', async (_, text) => {
  const [problem = ''] = await problemsOf(`version: 1\nname: a\nsteps: [{ say: hi }]\n${text}`)
  expect(problem).toMatch(/^day\.yaml:\d+:\d+: /)
})

test('of a matcher with a mistyped key, only that key is reported', async () => {
  const step = '- { bot: ann, do: group, expect: { memberCount: { gtee: 1, lte: 3 } } }'
  expect(await problemsOf(`${head}steps:\n${step}\n`)).toEqual([
    expect.stringContaining("'gtee' is not a matcher"),
  ])
})
