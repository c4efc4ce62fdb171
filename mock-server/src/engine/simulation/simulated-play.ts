import { PUBLIC_GAME } from '../../core/contract/constants.ts'
import type { Game, Player, Turn } from '../../core/rules/game/game.ts'
import { hasPlayed, joinGame, playerOf, promptAt } from '../../core/rules/game/game.ts'
import { answerOf } from '../../core/rules/game/guess.ts'
import { dayEnd } from '../../core/rules/time/day.ts'
import { earlier, type Instant, msOf, plus } from '../../core/rules/time/instant.ts'
import type { Context } from '../context.ts'
import { simulatedIds, simulatedPlayers } from './simulated-players.ts'
import { endedWithDrawing, endedWithGuesses, type Judge, startedTurn } from './simulated-turn.ts'

/** How many of ten guesses are right. */
const RIGHT_IN_TEN = 6
/** The duration of a simulated turn in seconds: the minimum, and the range above it. */
const SECONDS = { min: 20, spread: 120 }

/** No simulated turn takes longer. */
export const MAX_SIMULATED_MS = (SECONDS.min + SECONDS.spread) * 1000

/** The time of a simulated turn. */
export interface Play {
  readonly now: Instant
  /** The midnight that ends the game's day: no turn starts or lasts beyond it. */
  readonly dayEnd: Instant
}

/** Plays the turn of one player, which may have started already. */
export async function playTurn(context: Context, game: Game, userId: string, play: Play): Promise<Game> {
  const started = takeTurn(context, game, userId, play)
  const { turn } = started
  if (!turn) throw new Error('The turn just started is missing')
  const chance = context.ids.chance(turn.id)
  // The turn may be cut short by midnight, or its holder may have started it long ago.
  const seconds = (msOf(turn.expiresAt) - msOf(turn.startedAt)) / 1000
  const timeSpent = Math.min(SECONDS.min + (chance % SECONDS.spread), Math.floor(seconds))
  const now = earlier(plus(play.now, timeSpent * 1000), turn.expiresAt)
  return turn.type === 'drawing'
    ? endedWithDrawing(started, { ...(await drawn(context, started, turn.id)), timeSpent }, now)
    : submitGuess(context, started, turn, timeSpent, now)
}

/** Plays an open game to its end: first the player who holds the turn, then all pending players. */
export async function playOut(context: Context, open: Game): Promise<Game> {
  const { now, settings } = context
  const play = { now, dayEnd: dayEnd(open.day, settings.timeZone) }
  let game = await withEnoughPlayers(context, open)
  for (const { userId } of [...game.players.filter(playsNow), ...game.players.filter(waits)]) {
    game = await playTurn(context, game, userId, play)
  }
  return game
}

const playsNow = ({ status }: Player) => status === 'playing'
const waits = ({ status }: Player) => status === 'pending'

/** A public game completes only when it is full, so simulated players take the free places. */
async function withEnoughPlayers(context: Context, game: Game): Promise<Game> {
  const free = game.kind === 'public' ? Math.max(0, PUBLIC_GAME.players - game.players.length) : 0
  const known = simulatedIds(context, game.id, PUBLIC_GAME.players).filter((id) => playerOf(game, id))
  const simulated = await simulatedPlayers(context, game.id, free && free + known.length)
  const joined = simulated.reduce((all, { id }) => joinGame(all, id, context.now), game)
  if (joined.players.every(hasPlayed)) throw new Error('Everyone in this open game has already played')
  return joined
}

/** Starts a player's turn. */
export function takeTurn({ ids }: Context, game: Game, userId: string, play: Play): Game {
  return startedTurn(game, { userId, turnId: ids.turn(game.id, game.turnsStarted), ...play })
}

/** Draws what is due in a game from the library, and stores it. @returns how an entry names it */
export async function drawn({ ports, tx }: Context, game: Game, seed: string) {
  const { png, strokes, strokeCount } = await ports.content.draw(promptAt(game, game.entries.length), seed)
  const store = (bytes: Uint8Array) => {
    const sha256 = ports.codecs.sha256(bytes)
    tx.putBlob(sha256, bytes)
    return sha256
  }
  return { drawing: store(png), strokes: store(strokes), strokeCount }
}

function submitGuess(context: Context, game: Game, turn: Turn, timeSpent: number, now: Instant): Game {
  const guess = guessAt(context, answerOf(game), context.ids.chance(`guess ${turn.id}`))
  const judge: Judge = (text, target) => context.ports.scorer.judge(text, target)
  return endedWithGuesses(game, { guesses: [{ guess, at: now }], timeSpent }, judge, now)
}

/** The answer in 6 of 10 cases, otherwise another word of its category. */
function guessAt({ ports }: Context, answer: string, chance: number): string {
  const { words } = ports.content
  if (chance % 10 < RIGHT_IN_TEN) return answer
  const kind = words.find(({ word }) => word === answer)?.category
  const others = words.filter(
    ({ word, category }) => word !== answer && (kind === undefined || category === kind),
  )
  return others[chance % others.length]?.word ?? answer
}
