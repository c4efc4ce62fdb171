import { Random } from '@inkling/fixtures/random'
import type { GuessAttempt, Today, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { brokenInToday } from '../../invariants/today-rules.ts'
import { Measures } from '../figures/measures.ts'
import type { Slice } from '../figures/slice.ts'
import type { LoadPlan } from '../file/plan.ts'
import { CALL } from '../players/calls.ts'
import type { Expected } from '../players/crowd.ts'
import type { Gallery } from '../players/gallery.ts'
import { type Acknowledged, type Joined, Ledger } from '../players/ledger.ts'
import { type Ask, session, Visitor } from '../players/session.ts'
import type { Wire, WireReply } from '../players/wire.ts'
import { readReply } from '../players/wire.ts'
import { DueQueue } from './due-queue.ts'
import type { StopReason } from './stop-reason.ts'
import type { LoadTime } from './time.ts'

export interface GeneratorParts {
  readonly plan: LoadPlan
  readonly crowd: readonly Expected[]
  /** Tokens of the players who have an account, by player index. */
  readonly tokens: ReadonlyMap<number, string>
  readonly gallery: Gallery
  readonly wire: Wire
  readonly time: LoadTime
  /** The maximum number of calls to send. */
  readonly maxCalls: number
  /** @param games a sample of the games in which turns started. */
  readonly onSlice: (slice: Slice, games: readonly string[]) => void
  /** Receives each call as it is sent. */
  readonly onCall?: (sent: { due: number; player: number; call: string }) => void
}

/** The result of one process, as JSON. */
export interface Generated {
  readonly acknowledged: readonly Acknowledged[]
  readonly joined: readonly Joined[]
  readonly broken: readonly string[]
  readonly sent: number
  /** Calls without a response at the end. */
  readonly unanswered: number
  readonly stopped: StopReason | null
  /** A hash of all calls with their players and times. */
  readonly digest: string
}

export const SLICE_MS = 1000
/** How long the end of a run waits for pending calls. */
const DRAIN_MS = 10_000

/**
 * Sends the calls of a crowd when they are due, regardless of the server's response times (an open model). If the
 * previous call of the same player is still pending, a call is sent after its response but timed from its own due time.
 */
export class LoadGenerator {
  readonly #parts: GeneratorParts
  readonly #queue = new DueQueue<Visitor>()
  readonly #visitors: Visitor[]
  readonly #measures: Measures
  readonly #ledger = new Ledger()
  #startedAt = 0
  #wakesAt = Number.POSITIVE_INFINITY
  #nextSlice = SLICE_MS
  #active = 0
  #sent = 0
  #underway = 0
  #stopped: StopReason | null = null
  #isDraining = false
  #isOver = false
  #drainUntil = 0
  #end: () => void = () => {}

  constructor(parts: GeneratorParts) {
    this.#parts = parts
    this.#measures = new Measures(parts.plan.lateAfterMs)
    this.#visitors = parts.crowd.map((player) => new Visitor(player, parts.tokens.get(player.index) ?? null))
  }

  /** Must be called when the clock of the server moves, since turns may have expired. */
  clockMoved(): void {
    this.#ledger.clearHolders()
  }

  async run(): Promise<Generated> {
    const { time } = this.#parts
    for (const visitor of this.#visitors) this.#enqueue(visitor)
    this.#startedAt = time.now()
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve
    })
    this.#wake()
    await ended
    time.stop()
    return {
      acknowledged: this.#ledger.acknowledged,
      joined: this.#ledger.joined,
      broken: this.#ledger.broken,
      sent: this.#sent,
      unanswered: this.#underway,
      stopped: this.#stopped,
      digest: this.#digest(),
    }
  }

  /** Stops sending and ends the run. An interrupt does not wait for pending calls. */
  stop(reason: StopReason): void {
    if (this.#isDraining && reason !== 'interrupted') return
    this.#stopped ??= reason
    this.#drain(reason === 'interrupted' ? 0 : DRAIN_MS)
    this.#parts.time.wakeAt(this.#startedAt + this.#now, this.#wake)
  }

  get #now(): number {
    return this.#parts.time.now() - this.#startedAt
  }

  #drain(ms: number): void {
    this.#isDraining = true
    this.#drainUntil = this.#now + ms
  }

  readonly #wake = (): void => {
    if (this.#isOver) return
    this.#wakesAt = Number.POSITIVE_INFINITY
    const now = this.#now
    if (now >= this.#parts.plan.durationMs && !this.#isDraining) this.#drain(DRAIN_MS)
    while (now >= this.#nextSlice) this.#takeSlice()
    // Calls that were due before the end are sent even if the previous response arrives after it.
    if (this.#stopped === null) this.#sendDue(Math.min(now, this.#parts.plan.durationMs))
    if (this.#isDraining && (this.#underway === 0 || now >= this.#drainUntil)) {
      this.#isOver = true
      this.#takeSlice()
      this.#end()
      return
    }
    this.#sleep()
  }

  #sleep(): void {
    const next = this.#isDraining
      ? this.#drainUntil
      : Math.min(this.#queue.peek()?.due ?? Number.POSITIVE_INFINITY, this.#parts.plan.durationMs)
    const at = Math.min(next, this.#nextSlice)
    if (at >= this.#wakesAt) return
    this.#wakesAt = at
    this.#parts.time.wakeAt(this.#startedAt + at, this.#wake)
  }

  #takeSlice(): void {
    const at = Math.round(this.#nextSlice / SLICE_MS) - 1
    this.#nextSlice += SLICE_MS
    this.#parts.onSlice(this.#measures.take(at, this.#active), this.#ledger.takeSample())
  }

  #sendDue(now: number): void {
    for (let next = this.#queue.peek(); next && next.due <= now; next = this.#queue.peek()) {
      if (this.#sent >= this.#parts.maxCalls) {
        this.stop('calls')
        return
      }
      this.#queue.take()
      if (next.ask === null) this.#arrive(next)
      if (next.ask !== null) this.#send(next, next.ask)
    }
  }

  #arrive(visitor: Visitor): void {
    const { plan, gallery } = this.#parts
    const { player, state } = visitor
    this.#active++
    this.#measures.arrived()
    const random = new Random(`${plan.seed}/${player.index}`)
    visitor.steps = session({ player, state, random, gallery, stayMs: plan.stayMs })
    visitor.ready = visitor.due
    visitor.ask = visitor.steps.next().value ?? null
  }

  #send(visitor: Visitor, ask: Ask): void {
    const { wire, onCall } = this.#parts
    const { call, id, body } = ask
    const { due } = visitor
    this.#sent++
    this.#underway++
    this.#measures.sent(Math.max(0, this.#now - Math.max(due, visitor.ready)))
    visitor.digest = (Math.imul(visitor.digest, 31) + call.at * 7919 + Math.round(due * 1000)) | 0
    onCall?.({ due, player: visitor.rank, call: call.name })
    if ((call === CALL.submitTurn || call === CALL.skipTurn) && visitor.turn?.submitted === null) {
      this.#ledger.ending(visitor.turn.gameId, visitor.rank)
    }
    wire.send(
      {
        method: call.method,
        path: id === undefined ? call.path : call.path.replace(/\{\w+\}/, id),
        token: visitor.state.token,
        ...(body !== undefined && { body }),
      },
      (reply) => this.#answered(visitor, ask, reply),
    )
  }

  #answered(visitor: Visitor, ask: Ask, reply: WireReply): void {
    if (this.#isOver) return
    this.#underway--
    const { plan } = this.#parts
    const now = this.#now
    const { call } = ask
    const { body, kind, code } = readReply(reply, call.refusals)
    // Calls that were due during the warm-up are not measured after it.
    const isWarmUp = visitor.due < plan.warmUpMs && now >= plan.warmUpMs
    if (!isWarmUp) this.#measures.answered({ call, latencyMs: now - visitor.due, kind, code })
    if (body !== null) this.#note(visitor, ask, body, now)
    if (this.#stopped !== null) {
      if (this.#underway === 0) this.#wake()
      return
    }
    visitor.ready = now
    const step = visitor.steps?.next({ body })
    if (!step || step.done) {
      this.#active--
      visitor.steps = null
      if (this.#isDraining) this.#wake()
      return
    }
    visitor.ask = step.value
    visitor.due += step.value.after / plan.speed
    this.#enqueue(visitor)
    if (this.#isDraining) this.#wake()
    else this.#sleep()
  }

  #enqueue(visitor: Visitor): void {
    this.#queue.add(visitor)
    this.#measures.due(Math.floor(visitor.due / SLICE_MS))
  }

  /** Checks a response against the rules and stores what it says about the game. */
  #note(visitor: Visitor, ask: Ask, body: unknown, now: number): void {
    const { call } = ask
    const { rank, turn } = visitor
    if (call === CALL.getToday || call === CALL.jumpIn) {
      const today = body as Today
      const turns = new Map(turn ? [[turn.gameId, turn]] : [])
      for (const sentence of brokenInToday(today, { turns, passed: new Map() })) this.#ledger.breaks(sentence)
      if (today.gameId !== null && today.yourStatus !== null) this.#ledger.joins(today.gameId, rank)
    } else if (call === CALL.startTurn) {
      const { gameId, turnId, type, word } = body as TurnView
      const attempts = turn?.turnId === turnId ? turn.attempts : []
      visitor.turn = { gameId, turnId, type, word, attempts, submitted: null }
      this.#ledger.started(gameId, rank, now)
    } else if (call === CALL.skipTurn) {
      visitor.turn = null
    } else if (call === CALL.submitGuess && turn) {
      turn.attempts.push((body as { attempt: GuessAttempt }).attempt)
    } else if (call === CALL.submitTurn && turn?.submitted === null) {
      const { success } = body as { success: boolean }
      if (!success) return
      const guesses = new Set(turn.attempts.map(({ guess }) => guess)).size
      this.#ledger.submitted({ ...turn, guesses }, rank)
      this.#measures.turnSubmitted()
      turn.submitted = turn.word ?? finalGuess(ask)
    }
  }

  #digest(): string {
    let digest = 0
    for (const visitor of this.#visitors) digest = (Math.imul(digest, 31) + visitor.digest) | 0
    return (digest >>> 0).toString(16).padStart(8, '0')
  }
}

const finalGuess = ({ body }: Ask): string =>
  (JSON.parse(String(body)) as { content: { guess: string } }).content.guess
