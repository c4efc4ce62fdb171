import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { expect, test } from 'vitest'
import { PERSONA_NAMES } from '../bots/personas.ts'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { withReplies } from '../runner/targets/over-fetch.fixture.ts'
import { simulate } from '../simulate/simulate.ts'
import { RulesWatch, type Watched } from './rules-watch.ts'

/** Simulates days on a server whose replies to some calls are changed. @returns the broken rules, without their games */
async function broken(path: RegExp, change: (body: never) => unknown): Promise<string[]> {
  const inner = inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' })
  const target = withReplies(inner, path, async (reply) =>
    reply.ok ? Response.json(change((await reply.json()) as never), { headers: reply.headers }) : reply,
  )
  const { violations } = await simulate({
    target,
    sketchbook: spellingSketchbook,
    groups: 1,
    players: 10,
    strangers: 5,
    days: 3,
    seed: 'sim',
    personas: PERSONA_NAMES,
    invariants: true,
  })
  return violations.map((violation) => violation.replace(/^game \S+: /, ''))
}

const today = /^GET \/api\/game\/today$/
const results = /^GET \/api\/game\/[\w-]{22}$/
const strangers = /\/results$/
const history = /\/user\/history$/
const reactions = /^GET \/api\/reactions\//
const outbox = /^GET .*\/outbox$/

test('an unchanged server breaks no rule', async () => {
  expect(await broken(/^none$/, (body) => body)).toEqual([])
})

interface Shown {
  yourStatus: string
  yourSubmission: { guess?: string } | null
  currentTurn: object | null
  participants: { status: string }[]
}
/** A change of the replies of a player whose status is this one. */
const of = (status: string, change: object | ((body: Shown) => object)) => (body: Shown) =>
  body.yourStatus === status ? { ...body, ...(typeof change === 'function' ? change(body) : change) } : body

interface Reacted {
  stepReactions: { reactions: { count: number; hasUserReacted: boolean; recentReactors: string[] }[] }[]
}
const reacted = (change: object) => (body: Reacted) => ({
  ...body,
  stepReactions: body.stepReactions.map((step) => ({
    ...step,
    reactions: step.reactions.map((each) => ({ ...each, ...change })),
  })),
})
const entriesWith = (change: object) => (body: { entries: object[] }) => ({
  ...body,
  entries: body.entries.map((entry) => ({ ...entry, ...change })),
})

test.each<[sentence: string, path: RegExp, change: (body: never) => unknown]>([
  ['a waiting player is shown the word', today, of('pending', { word: 'cat' })],
  [
    'a waiting player is shown an entry of the chain',
    today,
    of('pending', { yourPreviousEntry: { guess: 'cat' } }),
  ],
  ['a skipped player is shown the word', today, of('skipped', { word: 'cat' })],
  ['a player who has passed is not skipped', today, of('skipped', { yourStatus: 'pending' })],
  [
    'two players are told that they hold the turn',
    today,
    (body: Shown) => (body.currentTurn ? { ...body, yourStatus: 'playing' } : body),
  ],
  [
    'the turn that a player is shown is not that of the one who is playing',
    today,
    (body: Shown) => ({ ...body, currentTurn: null }),
  ],
  [
    'a turn that was acknowledged is not there for its player',
    today,
    of('completed', { yourSubmission: null }),
  ],
  ['a turn that was started is not there for its player', today, of('playing', { yourStatus: 'pending' })],
  [
    'a turn that ran out of time has not submitted its best guess',
    today,
    of('completed', ({ yourSubmission }) => ({
      yourSubmission: ['house', 'animal', 'water', 'food', 'car'].includes(yourSubmission?.guess ?? '')
        ? { guess: 'moon' }
        : yourSubmission,
    })),
  ],
  [
    'a hidden entry reaches the player who was given it',
    today,
    of('completed', { yourPreviousEntry: { drawing: 'the original', hidden: 'all' } }),
  ],
  [
    'a turn that was acknowledged is not in the results',
    results,
    (body: GameResults) => ({ ...body, chain: [] }),
  ],
  [
    'an entry of the chain was changed or removed',
    strangers,
    (body: GameResults) => ({ ...body, chain: body.chain.slice(1) }),
  ],
  [
    'the word or the score of a game has changed',
    strangers,
    (body: GameResults) => ({ ...body, word: 'another' }),
  ],
  [
    'strangers are shown the ids of players',
    strangers,
    (body: GameResults) => ({ ...body, chain: body.chain.map((step) => ({ ...step, userId: 'somebody' })) }),
  ],
  ['a turn that was acknowledged is not in the history', history, entriesWith({ myEntries: [] })],
  [
    'the history shows an entry that the player did not make',
    history,
    entriesWith({ myEntries: [{ type: 'guess', content: 'removed', timeSpent: 1 }] }),
  ],
  [
    'the history shows another word than the results',
    history,
    entriesWith({ word: 'another', completed: true }),
  ],
  ['the history shows the word of an open game', history, entriesWith({ word: 'another', completed: false })],
  [
    'a reaction that was acknowledged is not there',
    reactions,
    (body: object) => ({ ...body, stepReactions: [] }),
  ],
  ['the count of a reaction is not the number of players who reacted', reactions, reacted({ count: 11 })],
  [
    'a player is shown another reaction of theirs than they gave',
    reactions,
    reacted({ hasUserReacted: false }),
  ],
  [
    'more players are named with a reaction than have reacted',
    reactions,
    reacted({ recentReactors: ['Ann', 'Ben', 'Cat', 'Dan'] }),
  ],
])('%s', async (sentence, path, change) => {
  expect(await broken(path, change)).toContain(sentence)
})

test('messages to those who have played, at night, and a third one on a day are reported', async () => {
  const more = (kind: string, name: string, times: number) => {
    let seen = 0
    return ({ items }: { items: object[] }) => {
      const message = { token: `phone of ${name}`, kind }
      seen += times
      return { items: [...items, ...Array.from({ length: seen }, () => message)] }
    }
  }
  const sentences = async (...given: Parameters<typeof more>) =>
    (await broken(outbox, more(...given))).join('\n')
  expect(await sentences('turn', 'g1p1', 1)).toMatch(/^\S+ has played, but is sent a message 'turn'$/m)
  // The first day begins at noon in New York, which is night in Sydney.
  expect(await sentences('results', 'g1p3', 1)).toMatch(/^a message 'results' reaches \S+ at night$/m)
  expect(await sentences('results', 'g1p1', 1)).toMatch(/^\S+ is sent 3 messages on one day$/m)
})

/** Checks a player whose call for today's game fails with this status. */
async function check(status: number): Promise<string[]> {
  const access = inProcessTarget({ seed: 'sim' })
  const watch = new RulesWatch(access, false)
  watch.memory.signsIn('ann', 't')
  const getToday = () => Promise.reject(new ApiError('CODE', 'not now', status))
  return watch.check([{ token: 't', client: { getToday } as unknown as Watched['client'] }])
}

test.each([400, 401])('a player who is refused with %i sees no game that could leak', async (status) => {
  expect(await check(status)).toEqual([])
})

test.each([0, 429, 500, 503])('a view that could not be read (%i) was not checked', async (status) => {
  await expect(check(status)).rejects.toThrow('not now')
})
