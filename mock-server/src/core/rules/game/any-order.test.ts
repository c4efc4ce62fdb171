import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_VEIL } from '../players/people.ts'
import type { Ruling } from '../refusal.ts'
import { type Instant, plus } from '../time/instant.ts'
import { picturesFor, todayView } from '../views/player-view.ts'
import { closeGame, expireTurn } from './expiry.ts'
import { attempt, draw, finalise, groupGame, NOON, start } from './game.fixture.ts'
import {
  type Entry,
  entryBefore,
  type Game,
  hasPlayed,
  hideEntry,
  joinGame,
  leaveGame,
  playerOf,
  promptAt,
  skipPlayer,
} from './game.ts'
import { guessingIsOver } from './guess.ts'

/** Changes every day (.config/vitest.config.ts). */
const dailySeed = Number(process.env.INKLING_TEST_SEED)

/*
 * Properties that hold for any sequence of calls at any times: at most one player holds the turn, each player gets at
 * most one turn, the chain alternates, and no player sees content before their own turn, or that is hidden.
 */

const PLAYERS = ['ann', 'ben', 'cid', 'dot', 'eve']
/** A word that cannot appear in a view by chance. */
const SECRET = 'secretword'

const call = fc.record({
  who: fc.constantFrom(...PLAYERS, 'zoe'),
  what: fc.constantFrom(
    'start',
    'draw',
    'guess',
    'right guess',
    'finalise',
    'skip',
    'leave',
    'join',
    'wait',
    'hide',
    'show',
  ),
  laterMs: fc.integer({ min: 0, max: 200_000 }),
})
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

const perform = (
  game: Game,
  { who, what, laterMs }: Call,
  now: Instant,
  guess: string,
): Ruling<Game> | Game => {
  switch (what) {
    case 'start':
      return start(game, who, now)
    case 'draw':
      return draw(game, who, now, `drawing of ${who}`)
    case 'guess':
      return attempt(game, who, guess, 40, now)
    case 'right guess':
      return attempt(game, who, guess, 100, now)
    case 'finalise':
      return finalise(game, who, game.turn?.attempts.at(-1)?.guess ?? guess, now)
    case 'leave':
      return leaveGame(game, who, now)
    case 'join':
      return joinGame(game, who, now)
    case 'skip':
      return playerOf(game, who)?.status === 'pending' ? skipPlayer(game, who, now) : game
    case 'hide':
    case 'show':
      return hideEntry(game, laterMs % PLAYERS.length, what === 'hide' ? now : null)
    default:
      return game
  }
}

function play(calls: Call[], check: (game: Game, before: Game) => void): Game {
  let now = NOON
  let game: Game = { ...groupGame(...PLAYERS), word: SECRET }
  for (const [at, each] of calls.entries()) {
    const before = game
    now = plus(now, each.laterMs)
    game = expireTurn(game, now)
    const result = perform(game, each, now, `guess number ${at} of ${each.who}`)
    game = 'ok' in result ? (result.ok ? result.value : game) : result
    check(game, before)
  }
  return game
}

/** Plays many games. @param check called after each call, and with the last state of the game */
const inAnyOrder = (check: Parameters<typeof play>[1], checkLast: (game: Game) => void = () => {}) =>
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => checkLast(play(calls, check))),
    { seed: dailySeed, numRuns: 500 },
  )

test('at most one player holds the turn: the one with status playing', () =>
  inAnyOrder((game) => {
    const playing = game.players.filter(({ status }) => status === 'playing')
    expect(playing.map(({ userId }) => userId)).toEqual(game.turn ? [game.turn.userId] : [])
  }))

test('each player has at most one entry: a guess of the drawing that they were given, else a drawing', () =>
  inAnyOrder((game) => {
    const makers = game.entries.map(({ userId }) => userId)
    expect(new Set(makers).size).toBe(makers.length)
    game.entries.forEach((entry, at) => {
      expect(entry.type).toBe(entryBefore(game, at)?.type === 'drawing' ? 'guess' : 'drawing')
    })
    for (const userId of makers) expect(playerOf(game, userId)?.status ?? 'completed').toBe('completed')
  }))

test('no attempt is accepted after the last one', () =>
  inAnyOrder((game) => {
    const tries = game.turn?.attempts ?? []
    expect(tries.length).toBeLessThanOrEqual(5)
    expect(guessingIsOver(tries.slice(0, -1))).toBe(false)
  }))

test('a game completes only when everyone has played, stays completed, and completes when closed', () =>
  inAnyOrder(
    (game, before) => {
      const done = game.players.length > 0 && game.players.every(hasPlayed)
      if (game.completedAt !== null) expect(done).toBe(true)
      if (before.completedAt !== null) expect(game.completedAt).not.toBeNull()
    },
    (last) => {
      const closed = closeGame(last, '2026-03-09T00:00:00.000Z')
      expect(closed.completedAt).not.toBeNull()
      expect(closed.players.every(hasPlayed)).toBe(true)
    },
  ))

test('players see no hidden drawing or guess, and none and no word before their own turn', () =>
  inAnyOrder((game) => {
    for (const viewer of [...PLAYERS, 'zoe']) {
      const seen = JSON.stringify(view(game, viewer))
      for (const secret of secretsFrom(game, viewer)) expect(seen).not.toContain(secret)
    }
  }))

function view(game: Game, viewer: string) {
  const pictures = new Map(picturesFor(game, viewer).map((hash) => [hash, hash]))
  return todayView({ game, people: new Map(), pictures, group: null, veil: NO_VEIL }, viewer)
}

/** The word, drawings and guesses that are hidden, or that the viewer's place in the chain does not entitle them to see. */
function secretsFrom(game: Game, viewer: string): string[] {
  const contentOf = (entry: Entry | undefined) => (entry?.type === 'guess' ? entry.guess : entry?.drawing)
  const own = game.entries.findIndex(({ userId }) => userId === viewer)
  const holds = game.turn?.userId === viewer
  const place = own >= 0 ? own : holds ? game.entries.length : -1
  const seen = place < 0 ? [] : [entryBefore(game, place), game.entries[place]]
  const mayKnow = new Set(seen.filter((entry) => entry?.hiddenAt === undefined).map(contentOf))
  if (own >= 0 || (holds && game.turn?.type === 'drawing')) mayKnow.add(promptAt(game, place))
  const hidden = game.entries.filter(({ hiddenAt }) => hiddenAt !== undefined).map(contentOf)
  for (const content of hidden) mayKnow.delete(content)
  return [SECRET, ...game.entries.map(contentOf)].filter(
    (secret): secret is string => secret !== undefined && !mayKnow.has(secret),
  )
}
