import { describe, expect, test } from 'vitest'
import { plus } from '../time/instant.ts'
import { closeGame, expireTurn, gameAt } from './expiry.ts'
import {
  after,
  afterDrawing,
  allowed,
  attempt,
  draw,
  groupGame,
  MIDNIGHT,
  refusalOf,
  start,
} from './game.fixture.ts'

const LIMIT = 300_000
const GRACE = 10_000

describe('a turn whose time is up', () => {
  test('can be submitted within the grace period but not after it', () => {
    const game = allowed(start(groupGame('ann', 'ben'), 'ann'))
    expect(allowed(draw(game, 'ann', after(LIMIT + GRACE - 1))).entries).toHaveLength(1)
    expect(refusalOf(draw(game, 'ann', after(LIMIT + GRACE)))).toBe('CONFLICT: Your turn is over')
  })

  test('without guesses is skipped at its deadline, no matter when it is read', () => {
    const game = allowed(start(groupGame('ann', 'ben'), 'ann'))
    expect(expireTurn(game, after(LIMIT + GRACE - 1))).toBe(game)
    const seen = expireTurn(game, after(LIMIT + GRACE + 999_999))
    expect(seen.turn).toBeNull()
    expect(seen.players[0]).toMatchObject({ status: 'skipped', playedAt: after(LIMIT + GRACE) })
    expect(seen).toEqual(expireTurn(game, after(LIMIT + GRACE)))
  })

  test('is finalised with the best guess', () => {
    let game = allowed(start(afterDrawing(groupGame('ann', 'ben'), 'ann'), 'ben'))
    game = allowed(attempt(game, 'ben', 'dog', 60))
    game = allowed(attempt(game, 'ben', 'milk', 45))
    const seen = expireTurn(game, after(LIMIT + GRACE))
    expect(seen.entries.at(-1)).toMatchObject({ guess: 'dog', timeSpent: 300, completedGame: true })
    expect(seen.completedAt).toBe(after(LIMIT + GRACE))
  })

  test('does not change whether a drawing or a guess comes next', () => {
    const game = expireTurn(allowed(start(groupGame('ann', 'ben'), 'ann')), after(LIMIT + GRACE))
    expect(allowed(start(game, 'ben', after(LIMIT + GRACE))).turn?.type).toBe('drawing')
  })
})

describe('the end of the day', () => {
  test('skips players who have not played and keeps the entries', () => {
    const game = closeGame(afterDrawing(groupGame('ann', 'ben'), 'ann'), MIDNIGHT)
    expect(game.players.map(({ status }) => status)).toEqual(['completed', 'skipped'])
    expect(game.entries).toHaveLength(1)
    expect(game.completedAt).toBe(MIDNIGHT)
  })

  test('waits for a turn in its grace period', () => {
    const playing = allowed(start(groupGame('ann', 'ben'), 'ann', plus(MIDNIGHT, -60_000)))
    expect(closeGame(playing, MIDNIGHT, plus(MIDNIGHT, GRACE - 1))).toBe(playing)
    expect(closeGame(playing, MIDNIGHT, plus(MIDNIGHT, GRACE)).completedAt).toBe(plus(MIDNIGHT, GRACE))
  })

  test('is reported as completing the game by an entry of the grace period only', () => {
    const late = plus(MIDNIGHT, GRACE - 1)
    const playing = allowed(start(groupGame('ann', 'ben'), 'ann', plus(MIDNIGHT, -60_000)))
    const completing = (drawnAt: string) =>
      closeGame(allowed(draw(playing, 'ann', drawnAt)), MIDNIGHT, late).entries.map(
        (each) => each.completedGame,
      )
    expect([completing(plus(MIDNIGHT, -1)), completing(late)]).toEqual([[false], [true]])
  })

  test('is not reported once the clock is set back and the game reopens', () => {
    const playing = allowed(start(groupGame('ann', 'ben'), 'ann', plus(MIDNIGHT, -60_000)))
    const closed = closeGame(allowed(draw(playing, 'ann', plus(MIDNIGHT, 1))), MIDNIGHT, plus(MIDNIGHT, 2))
    const reopened = gameAt(closed, MIDNIGHT, plus(MIDNIGHT, -30_000))
    expect(reopened).toMatchObject({ completedAt: null, entries: [{ completedGame: false }] })
  })

  test('has no further effect on a closed game', () => {
    const closed = closeGame(groupGame('ann'), MIDNIGHT)
    expect(closeGame(closed, MIDNIGHT, plus(MIDNIGHT, 1000))).toBe(closed)
  })
})
