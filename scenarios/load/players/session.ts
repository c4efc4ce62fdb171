import type { Random } from '@inkling/fixtures/random'
import type { GuessAttempt, Today, TurnView } from '@inkling/mock-server/contract/schemas/game'
import type { RememberedTurn } from '../../invariants/memory.ts'
import { CALL, type LoadCall } from './calls.ts'
import type { Expected } from './crowd.ts'
import type { Gallery } from './gallery.ts'

/** A call that a player wants to make. */
export interface Ask {
  readonly call: LoadCall
  /** Milliseconds between the previous call's due time and this one's, in the player's time. */
  readonly after: number
  readonly id?: string
  readonly body?: string | Buffer
}

/** The result of a call. */
export interface Reply {
  /** The parsed body of a success; null otherwise. */
  readonly body: unknown
}

/** The state of a player, which the session reads and updates. */
export interface SessionState {
  token: string | null
}

export interface SessionParts {
  readonly player: Expected
  readonly state: SessionState
  readonly random: Random
  readonly gallery: Gallery
  readonly stayMs: number
}

type Steps<T = void> = Generator<Ask, T, Reply>

const SECOND = 1000
/** The intervals at which the client polls. */
const POLL = { today: 5 * SECOND, stats: 10 * SECOND, ping: 3 * SECOND }
/** Milliseconds between two calls that the client makes in direct succession. */
const AT_ONCE = 50
/** How long a player waits for a turn before leaving. */
const PATIENCE: readonly [number, number] = [60 * SECOND, 300 * SECOND]

/**
 * The calls of one player from opening the game to leaving it. Each call is due a given time after the previous one was
 * due, regardless of response times. The calls depend only on the seed and on the content of the server's responses.
 */
export function* session(parts: SessionParts): Steps {
  const { player, state, random, stayMs } = parts
  yield* open(player, state)
  let today = (yield ask(CALL.getToday)).body as Today | null
  yield ask(CALL.getDailyStats)
  const yesterday = (yield ask(CALL.getYesterdayResults)).body as { gameId: string } | null
  if (yesterday && random.chance(0.5)) yield* readResults(yesterday.gameId, random)
  if (!today?.hasGame) today = yield* join(random)
  if (player.persona.plays) {
    today = yield* waitForTurn(today, random)
    if (today?.canStartTurn) today = yield* takeTurn(parts)
  }
  yield* stayOn(parts, today, stayMs * logNormal(random, 0.5, 2))
}

function* open({ isNew, deviceId, index }: Expected, state: SessionState): Steps {
  if (!isNew) {
    yield ask(CALL.getProfile, 0)
    return
  }
  const signedIn = (yield { ...ask(CALL.signInDevice, 0), body: JSON.stringify({ deviceId }) }).body
  state.token = (signedIn as { token?: string } | null)?.token ?? null
  const profile = { username: `Load${index}`, avatar: '🦊', finishedOnboarding: true }
  yield { ...ask(CALL.updateProfile, 10 * SECOND), body: JSON.stringify(profile) }
}

/** Starts the group's game, or joins a public one. */
function* join(random: Random): Steps<Today | null> {
  return (yield ask(CALL.jumpIn, logNormal(random, 2 * SECOND, 8 * SECOND))).body as Today | null
}

/** Polls on the home screen until the turn is free or the player loses patience. */
function* waitForTurn(first: Today | null, random: Random): Steps<Today | null> {
  let today = first
  const patience = logNormal(random, ...PATIENCE)
  for (let waited = 0; waited < patience && today?.yourStatus === 'pending'; waited += POLL.today) {
    if (today.canStartTurn) return today
    today = (yield ask(CALL.getToday, POLL.today)).body as Today | null
    if (waited % POLL.stats === 0) yield ask(CALL.getDailyStats)
  }
  return today
}

/** Plays a turn, from the ready screen to the submission. */
function* takeTurn(parts: SessionParts): Steps<Today | null> {
  const { random } = parts
  const { persona } = parts.player
  const turn = (yield ask(CALL.startTurn, logNormal(random, SECOND, 6 * SECOND))).body as TurnView | null
  if (turn === null) return (yield ask(CALL.getToday)).body as Today | null
  if (persona.repeatsItself) {
    yield ask(CALL.startTurn)
    yield ask(CALL.getToday)
  }
  if (persona.leaves) yield ask(CALL.skipTurn, logNormal(random, 5 * SECOND, 30 * SECOND))
  else if (turn.type === 'drawing') yield* draw(turn, parts)
  else yield* guess(turn, parts)
  return (yield ask(CALL.getToday)).body as Today | null
}

function* draw({ word }: TurnView, { player, random, gallery }: SessionParts): Steps {
  const [min, max] = player.persona.drawSeconds
  const rest = yield* think(logNormal(random, min * SECOND, max * SECOND), true)
  const body = gallery.submissionOf(word ?? '')
  yield { call: CALL.submitTurn, after: rest, body }
  if (player.persona.repeatsItself) yield { ...ask(CALL.submitTurn), body }
}

function* guess({ previousEntry, attemptsRemaining }: TurnView, parts: SessionParts): Steps {
  const { player, random, gallery } = parts
  const { secondsPerGuess, attention, repeatsItself } = player.persona
  const [min, max] = secondsPerGuess
  const shown = gallery.wordOf(previousEntry?.drawing ?? '')
  let best: GuessAttempt | null = null
  let spent = 0
  for (let left = attemptsRemaining; left > 0; left--) {
    const seconds = logNormal(random, min, max)
    spent += seconds
    const isSeen = random.chance(attention * SEES)
    const word = isSeen && shown !== undefined ? shown : gallery.wordAt(random.next())
    const rest = yield* think(seconds * SECOND, false)
    const reply = (yield { call: CALL.submitGuess, after: rest, body: JSON.stringify({ guess: word }) })
      .body as { attempt: GuessAttempt; turnComplete: boolean } | null
    if (!reply) break
    if (!best || reply.attempt.similarityScore > best.similarityScore) best = reply.attempt
    if (reply.turnComplete) break
  }
  if (!best) return
  const body = JSON.stringify({ content: { guess: best.guess }, timeSpent: Math.round(spent) })
  yield { call: CALL.submitTurn, after: 2 * SECOND, body }
  if (repeatsItself) yield { ...ask(CALL.submitTurn), body }
}

/** The probability that an attentive player recognises a drawing with one guess. */
const SEES = 0.6

/**
 * The calls that the client makes while the player thinks.
 * @param isActive whether the pointer moves, which sends pings.
 * @returns the time that remains after the last call.
 */
function* think(time: number, isActive: boolean): Steps<number> {
  let [at, today, ping] = [0, POLL.today, isActive ? POLL.ping : Number.POSITIVE_INFINITY]
  for (;;) {
    const next = Math.min(today, ping)
    if (next >= time) return time - at
    yield ask(next === ping ? CALL.pingActivity : CALL.getToday, next - at)
    at = next
    if (next === ping) ping += POLL.ping
    else today += POLL.today
  }
}

/** Polls on the home screen after the turn. On a new day, the player reads yesterday's results and plays again. */
function* stayOn(parts: SessionParts, last: Today | null, time: number): Steps {
  const { player, random } = parts
  let gameId = last?.gameId ?? null
  for (let waited = 0; waited < time; waited += POLL.today) {
    const today = (yield ask(CALL.getToday, POLL.today)).body as Today | null
    if (waited % POLL.stats === 0) yield ask(CALL.getDailyStats)
    if (gameId === null || today?.gameId === gameId) continue
    // On a new day, a group has its next game, and players of public games join another one.
    const yesterday = (yield ask(CALL.getYesterdayResults)).body as { gameId: string } | null
    if (yesterday) yield* readResults(yesterday.gameId, random)
    const next = today?.hasGame ? today : yield* join(random)
    gameId = next?.gameId ?? null
    if (player.persona.plays && next?.canStartTurn) yield* takeTurn(parts)
  }
}

function* readResults(id: string, random: Random): Steps {
  yield { ...ask(CALL.getGame, logNormal(random, SECOND, 5 * SECOND)), id }
  yield { ...ask(CALL.getReactions), id }
  if (!random.chance(0.3)) return
  const body = JSON.stringify({ stepIndex: 0, reactionType: 'laugh' })
  yield { ...ask(CALL.addReaction, logNormal(random, 3 * SECOND, 15 * SECOND)), id, body }
}

const ask = (call: LoadCall, after = AT_ONCE): Ask => ({ call, after })

/** A player of a running load with their next call. */
export class Visitor {
  readonly player: Expected
  readonly rank: number
  /** When the next call is due, in milliseconds from the start. */
  due: number
  /** The earliest time to send it: when the previous response arrived. */
  ready = 0
  ask: Ask | null = null
  steps: Generator<Ask, void, Reply> | null = null
  /** The latest turn; null if there is none, or the player has passed it. */
  turn: (RememberedTurn & { readonly gameId: string }) | null = null
  digest = 0
  readonly state: SessionState

  constructor(player: Expected, token: string | null) {
    this.player = player
    this.rank = player.index
    this.due = player.arrivesAt
    this.state = { token }
  }
}

/** The 95th percentile of the standard normal distribution. */
const Z_95 = 1.6449

/**
 * A log-normal time, typical of people: 90 % of the values lie between `low` and `high`.
 * @param low its 5th percentile, above 0.
 * @param high its 95th percentile.
 */
function logNormal(random: Random, low: number, high: number): number {
  const middle = (Math.log(low) + Math.log(high)) / 2
  const deviation = (Math.log(high) - Math.log(low)) / (2 * Z_95)
  return Math.exp(middle + deviation * normal(random))
}

/** A standard normal value (Box-Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
