import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch } from '../runner/targets/over-fetch.fixture.ts'
import type { Target } from '../runner/targets/target.ts'
import { Alignment } from './alignment.ts'
import { diffScenario } from './diff.ts'
import { violationOf } from './violation.ts'

const DAY = `version: 1
name: a day
config: { clock: 2026-03-07T12:00:00-05:00 }
bots: { ann: {}, ben: {} }
steps:
- { bot: ann, do: create-group, with: { name: Owls }, capture: { code: $.code } }
- { bot: ben, do: join-group, with: { code: "$\{code}" } }
- { admin: trigger-daily-games }
- { bot: [ann, ben], do: play-turn }
- { bot: ann, do: today, expect: { status: completed } }
- { bot: ann, do: today }
- { bot: ben, do: daily-stats, expect: { totalPlayers: 2 } }
`

const server = (seed: string, change?: (path: string, body: never) => Response | null): Target => {
  const target = overFetch(inProcessTarget({ seed }), (fetch) => async (input, init) => {
    const response = await fetch(input, init)
    const path = new URL(String(input)).pathname
    const body = await response.clone().json()
    return change?.(path, body as never) ?? response
  })
  return { ...target, name: `server ${seed}` }
}

async function diff(one: Target, other: Target, text = DAY) {
  const loaded = await loadScenario('day.yaml', async () => text)
  return diffScenario(loaded, [one, other], { sketchbook: spellingSketchbook, seed: '1' })
}

test('two equal servers show no differences, whatever ids they generate', async () => {
  const { differences, compared, failsOnBoth } = await diff(server('a'), server('a'))
  expect(differences).toEqual([])
  expect(failsOnBoth).toBe(null)
  expect(compared).toBeGreaterThan(10)
  const { differences: ofChance } = await diff(server('a'), server('b'))
  expect(ofChance.filter(({ kind }) => kind === 'violation')).toEqual([])
  expect(ofChance.map(({ message }) => message).join('\n')).not.toMatch(/<(id|time|token)/)
})

test('the own addresses of two servers are the same', async () => {
  const at = (address: string): Target => {
    const target = server('a', (path, body) =>
      path.endsWith('/user/profile')
        ? Response.json({ ...(body as object), avatar: `${address}/avatars/owl.svg` })
        : null,
    )
    return { ...target, baseUrl: address }
  }
  const text = DAY.replace('- { bot: ann, do: today }', '- { bot: ann, do: profile }')
  expect((await diff(at('http://one.example'), at('http://other.example:4000'), text)).differences).toEqual(
    [],
  )
})

test('a scenario that fails on both servers is said to', async () => {
  const failing = DAY.replace('status: completed', 'status: waiting')
  const { differences, failsOnBoth } = await diff(server('a'), server('a'), failing)
  expect(differences).toEqual([])
  expect(failsOnBoth).toMatch(/^status: expected 'waiting', got 'completed' \(step 5\)/)
})

test('generated values are aligned by meaning', () => {
  const alignment = new Alignment()
  const game = (gameId: string, word: string, code: string) => ({ gameId, word, group: { code } })
  expect(alignment.differing(game('g1', 'owl', 'DLTWEH'), game('x9', 'cat', 'K3D7EY'))).toEqual([])
  expect(alignment.differing({ gameId: 'g1', word: 'owl' }, { gameId: 'x9', word: 'cat' })).toEqual([])
  const history = (content: string) => ({ myEntries: [{ type: 'guess', content }] })
  expect(alignment.differing(history('owl'), history('cat'))).toEqual([])
  expect(alignment.differing({ gameId: 'g1' }, { gameId: 'x8' })).toEqual([['$.gameId', ['g1', 'x8']]])
  expect(alignment.differing({ gameId: 'g2' }, { gameId: 'x9' })).toEqual([['$.gameId', ['g2', 'x9']]])
  const error = (code: string) => ({ error: { code } })
  expect(alignment.differing(error('CONFLICT'), error('NOT_FOUND'))).toHaveLength(1)
})

test('a word that two games of a server have stands for both words of the other', () => {
  const alignment = new Alignment()
  const differing = (one: string, other: string) => alignment.differing({ word: one }, { word: other }).length
  expect(differing('tooth', 'clown')).toBe(0)
  expect(differing('tooth', 'piano')).toBe(0)
  expect(differing('beard', 'kite')).toBe(0)
  for (const [one, other] of [
    ['tooth', 'clown'],
    ['tooth', 'piano'],
    ['beard', 'kite'],
  ] as const)
    expect(differing(one, other)).toBe(0)
  expect(differing('beard', 'clown')).toBe(1)
  // A guess that players typed, and one that is hidden.
  expect(differing('nasty', 'nasty')).toBe(0)
  expect(differing('removed', 'nasty')).toBe(1)
})

test('default names stand for one another, also inside messages', () => {
  const alignment = new Alignment()
  const refusal = (message: string) => ({ error: { code: 'CONFLICT', message } })
  const playing = (name: string) => refusal(`${name} is currently playing`)
  expect(alignment.differing(playing('Player6915'), playing('Player5061'))).toEqual([])
  expect(alignment.differing({ username: 'Player6915' }, { username: 'Player5061' })).toEqual([])
  expect(alignment.differing(playing('Player6915'), playing('Player7'))).toHaveLength(1)
  expect(alignment.differing(playing('Player6915'), refusal('Player5061 is waiting'))).toHaveLength(1)
  expect(alignment.differing(playing('Player6915'), playing('Fay'))).toHaveLength(1)
})

test('a server may leave out what the documented API does not have', () => {
  const results = (attempt: object) => ({ gameId: 'g1', guessAttempts: [{ similarityScore: 3, ...attempt }] })
  const [own, others] = [results({ stepIndex: 1 }), results({})]
  expect(new Alignment().differing(own, others)).toEqual([])
  expect(new Alignment().differing(own, results({ stepIndex: 3 }))).toHaveLength(1)
  expect(new Alignment({ isExact: true }).differing(own, others)).toHaveLength(1)
  expect(new Alignment().differing({ group: { daysTogether: 3 } }, { group: {} })).toEqual([])
})

test('a reply that does not match the table is a violation, and so is a value that API.md specifies', async () => {
  const other = server('a', (path, body) => {
    if (path.endsWith('/stats/daily')) return Response.json({ totalPlayers: 'two' })
    if (path.endsWith('/groups/join')) return Response.json({ ...(body as object), name: 'OWLS' })
    return null
  })
  const { differences } = await diff(server('a'), { ...other, name: 'the other' })
  expect(differences).toEqual([
    {
      kind: 'violation',
      step: '2',
      call: 'POST /api/groups/join',
      message: "$.name is 'Owls' on server a, 'OWLS' on the other (Groups in API.md)",
      times: 1,
    },
    {
      kind: 'violation',
      step: '7',
      call: '',
      message: "only on the other: totalPlayers: expected 2, got 'two'",
      times: 1,
    },
    {
      kind: 'violation',
      step: '7',
      call: 'GET /api/game/stats/daily',
      message: expect.stringMatching(/^the other: its reply is not as documented: totalPlayers/),
      times: 1,
    },
  ])
})

test('a leaked word is a violation, and the text of an error is not specified', async () => {
  const other = server('a', (path, body) => {
    const reply = body as { word?: unknown; error?: { code: string } }
    if (path.endsWith('/game/today') && reply.word === null)
      return Response.json({ ...reply, word: 'lantern' })
    if (reply.error) return Response.json({ error: { ...reply.error, message: 'Nein.' } }, { status: 409 })
    return null
  })
  const text = DAY.replace(
    '- { bot: [ann, ben], do: play-turn }',
    '- { bot: ben, do: today }\n- { bot: ann, do: start-turn }\n- { bot: ben, do: start-turn, expect: { error: CONFLICT } }\n- { bot: ann, do: draw }\n- { bot: ben, do: play-turn }',
  )
  const { differences } = await diff(server('a'), { ...other, name: 'the other' }, text)
  expect(differences.map(({ kind, message }) => [kind, message])).toEqual([
    ['violation', "$.word is null on server a, 'lantern' on the other (Secrecy in API.md)"],
    ['unspecified', expect.stringContaining('$.error.message is')],
  ])
})

test('what others do on a server is no violation', async () => {
  const busy = server('a', (path, body) =>
    path.endsWith('/trigger-daily-games') ? Response.json({ ...(body as object), gamesCreated: 7 }) : null,
  )
  const { differences } = await diff(server('a'), { ...busy, name: 'the other' })
  expect(differences.map(({ kind, message }) => [kind, message])).toEqual([
    ['unspecified', '$.gamesCreated is 1 on server a, 7 on the other'],
  ])
})

const RACE = `version: 1
name: a race
config: { clock: 2026-03-07T12:00:00-05:00 }
bots: { ann: {}, ben: {} }
steps:
- { bot: ann, do: create-group, with: { name: Owls }, capture: { code: $.code } }
- { bot: ben, do: join-group, with: { code: "$\{code}" } }
- { admin: trigger-daily-games }
- parallel: [{ bot: ann, do: start-turn }, { bot: ben, do: start-turn }, { bot: ann, do: group }]
  expect: { succeeded: 2, failed: 1 }
- { bot: ann, do: today }
`

test('calls at the same moment are compared by who makes them, whichever is answered first', async () => {
  /** Answers the first of two calls last. */
  const slow = overFetch(server('a'), (fetch) => {
    let waiting: Promise<unknown> = Promise.resolve()
    return (input, init) => {
      if (!String(input).includes('/groups/')) {
        const answered = fetch(input, init)
        const after = String(input).endsWith('/start-turn') ? waiting : Promise.resolve()
        return after.then(() => answered)
      }
      const answered = fetch(input, init)
      waiting = answered
      return answered
    }
  })
  expect((await diff(server('a'), { ...slow, name: 'the other' }, RACE)).differences).toEqual([])
})

test('another winner of a race is no violation, nor is what follows from it', async () => {
  const held: (() => void)[] = []
  /** Lets the second of two calls at the same moment through first. */
  const other = overFetch(server('a'), (fetch) => async (input, init) => {
    if (!String(input).endsWith('/start-turn')) return fetch(input, init)
    if (held.length === 0) {
      await new Promise<void>((go) => held.push(go))
      return fetch(input, init)
    }
    const response = await fetch(input, init)
    held[0]?.()
    return response
  })
  const { differences } = await diff(server('a'), { ...other, name: 'the other' }, RACE)
  expect(differences.map(({ kind }) => kind)).not.toContain('violation')
  expect(differences[0]?.message).toBe('another of the calls at the same moment succeeds')
})

test.each([
  ['getToday', 201, {}, 'a successful response must have status 200, not 201'],
  ['getToday', 404, 'gone', 'an error response must be { "error": { "code", "message" } }'],
  ['getToday', 418, { error: { code: 'TEAPOT', message: '' } }, 'TEAPOT is not an error code of the API'],
  ['getToday', 400, { error: { code: 'CONFLICT', message: '' } }, 'CONFLICT must have status 409, not 400'],
  [
    'getToday',
    409,
    { error: { code: 'CONFLICT', message: '' } },
    'GET /api/game/today must not be refused with CONFLICT',
  ],
  ['startTurn', 409, { error: { code: 'CONFLICT', message: '' } }, null],
] as const)('%s %d %j: %s', (name, status, body, sentence) => {
  expect(violationOf(name, status, body)).toBe(sentence)
})
