import { GUESS, HOUSE_TURN } from '../../core/contract/constants.ts'
import { type Attempt, type Game, nextTurnType } from '../../core/rules/game/game.ts'
import { answerOf, guessingIsOver } from '../../core/rules/game/guess.ts'
import { houseTurnFrom, isLone, withHouseTurn } from '../../core/rules/game/house.ts'
import { dayEnd } from '../../core/rules/time/day.ts'
import { type Instant, plus } from '../../core/rules/time/instant.ts'
import type { Context, Run } from '../context.ts'
import { putGame, updateGame } from '../games/stored-games.ts'
import { letCallsRun } from '../let-calls-run.ts'
import { drawn } from '../simulation/simulated-play.ts'

/** How many games one search returns. */
const PAGE = 50

/** Gives a turn to the games that have ended in this transaction with a single entry (API.md, House player). */
export async function joinEndedGames(context: Context): Promise<void> {
  for (const { before, after } of [...context.changedGames.values()]) {
    const hasEnded = after.completedAt !== null && (before?.completedAt ?? null) === null
    if (hasEnded && isLone(after)) await takeTurn(context, after)
  }
}

/** Takes the turns of the house in open games, at most once a minute. */
export class HousePlayer {
  readonly #run: Run
  #checkedAt: Instant | null = null
  #isRunning = false
  /** Games whose drawing shows nothing that the house knows. */
  readonly #given = new Set<string>()

  constructor(run: Run) {
    this.#run = run
  }

  /** Takes all turns that are due. */
  async playIfDue(now: Instant): Promise<void> {
    const last = this.#checkedAt
    const isChecked = last !== null && last <= now && now < plus(last, HOUSE_TURN.checkMs)
    if (this.#isRunning || isChecked) return
    this.#isRunning = true
    try {
      // One game a transaction, so that calls are answered in between.
      while (await this.#run((context) => this.#playNext(context))) await letCallsRun()
      this.#checkedAt = now
    } finally {
      this.#isRunning = false
    }
  }

  /** @returns whether there may be more games. */
  async #playNext(context: Context): Promise<boolean> {
    const { tx, day, now, settings } = context
    for (const kind of ['public', 'group'] as const) {
      const from = houseTurnFrom(kind, dayEnd(day, settings.timeZone), now)
      if (from === null) continue
      const games = await tx.peekSearch('loneGames', day, kind, { from, now }, PAGE + this.#given.size)
      const found = games.find(({ id }) => !this.#given.has(id))
      if (!found) continue
      // A turn in it may have expired. If that ends the game, the house joins at the end of the transaction.
      const game = updateGame(context, found)
      const isWaiting = game.completedAt === null && isLone(game)
      if (isWaiting && !(await takeTurn(context, game))) this.#given.add(game.id)
      return true
    }
    return false
  }
}

/** @returns whether the house knows something to guess or to draw. */
async function takeTurn(context: Context, game: Game): Promise<boolean> {
  const { ids, now } = context
  const turnId = ids.turn(game.id, game.turnsStarted)
  // It draws if what was to be guessed is hidden.
  const made =
    nextTurnType(game) === 'guess' ? await guesses(context, game) : await drawn(context, game, turnId)
  if (!made) return false
  putGame(context, game, withHouseTurn(game, turnId, made, now))
  return true
}

/** Guesses what the drawing resembles, the likeliest first, as a player would: until it is right. */
async function guesses({ tx, ports, now }: Context, game: Game): Promise<{ attempts: Attempt[] } | null> {
  const shown = game.entries.findLast(({ hiddenAt }) => hiddenAt === undefined)
  if (shown?.type !== 'drawing') return null
  const png = (await tx.blobs([shown.drawing])).get(shown.drawing)
  const seen = png && ports.recognise ? await ports.recognise(png, GUESS.attempts) : []
  const attempts: Attempt[] = []
  for (const guess of seen) {
    if (guessingIsOver(attempts)) break
    const { score, category } = ports.scorer.judge(guess, answerOf(game))
    attempts.push({ guess, score, category, at: now })
  }
  return attempts.length > 0 ? { attempts } : null
}
