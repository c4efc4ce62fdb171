import { retryAt } from '../../core/rules/notifications/due-message.ts'
import { dayEnd } from '../../core/rules/time/day.ts'
import { later } from '../../core/rules/time/instant.ts'
import type { Context, Run } from '../context.ts'
import { letCallsRun } from '../let-calls-run.ts'
import type { Delivery, Push, PushMessage } from '../ports.ts'
import { type Claimed, nextMessages } from './next-messages.ts'

/** Messages per transaction, which blocks the calls of an embedded store for some milliseconds. */
const BATCH = 100
/** How many batches are sent at the same time, so that a slow service holds up only one. */
const LANES = 2
/** How many messages of a batch are on their way at the same time. */
const AT_ONCE = 25
/** The pause after each message of a lane. Encrypting and sending one takes a millisecond or two, in which no call runs. */
const PAUSE_MS = 5

/** Tokens can name any host, so there may be any number of reasons. */
const MAX_REASONS = 100

/** How many messages this process has sent, and what became of the others, by platform. */
export type SentFigures = Readonly<Record<Result, Readonly<Partial<Record<PushMessage['platform'], number>>>>>
type Result = 'sent' | 'failed' | 'removed' | 'retried'

const RESULTS = { sent: 'sent', off: null, failed: 'failed', gone: 'removed', later: 'retried' } as const

interface Sent {
  readonly message: PushMessage
  readonly delivery: Delivery
}

/**
 * Sends the notifications that are due. Several processes may do it at the same time. A message is sent again only if the
 * process ends between its delivery and the next commit.
 */
export class Sender {
  readonly figures: Record<Result, Partial<Record<PushMessage['platform'], number>>> = {
    sent: {},
    failed: {},
    removed: {},
    retried: {},
  }
  readonly #run: Run
  readonly #push: Push
  readonly #onProblem: (problem: unknown) => void
  /** Each is reported once. */
  readonly #reasons = new Set<string>()
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #isStopped = false

  constructor(run: Run, push: Push, onProblem: (problem: unknown) => void) {
    this.#run = run
    this.#push = push
    this.#onProblem = onProblem
  }

  /** Resolves when all that was due at the call is sent. */
  sendDue(): Promise<void> {
    if (this.#running) {
      // It may have found the end of the queue before the latest message.
      this.#next ??= this.#running
        .catch(() => {})
        .then(() => {
          this.#next = null
          return this.sendDue()
        })
      return this.#next
    }
    this.#running = this.#sendDue().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Stops after the messages that are on their way. Another process or the next start continues. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running?.catch(() => {})
  }

  async #sendDue(): Promise<void> {
    // Nearly always nothing is due, and this takes no lock.
    if ((await this.#run(({ tx, now }) => tx.peekSearch('dueMessages', now, 1))).length === 0) return
    const lane = async () => {
      for (let hasMore = true; hasMore && !this.#isStopped; ) {
        const batch = await this.#run((context) => nextMessages(context, BATCH))
        hasMore = batch.hasMore
        if (batch.claimed.length > 0) await this.#send(batch.claimed)
        await letCallsRun()
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #send(claimed: readonly Claimed[]): Promise<void> {
    const sent = new Map<PushMessage, Delivery>()
    const onTheirWay = new Set<Promise<void>>()
    for (const message of claimed.flatMap(({ toSend }) => toSend)) {
      if (this.#isStopped) {
        sent.set(message, { result: 'later', reason: 'the server stops', afterMs: null })
        continue
      }
      if (onTheirWay.size >= AT_ONCE) await Promise.race(onTheirWay)
      const sending = this.#deliver(message).then((delivery) => {
        sent.set(message, delivery)
        this.#count(message, RESULTS[delivery.result])
        onTheirWay.delete(sending)
      })
      onTheirWay.add(sending)
      await pause()
    }
    await Promise.all(onTheirWay)
    await this.#run((context) => settle(context, claimed, sent))
  }

  #count({ platform }: PushMessage, result: Result | null): void {
    if (result === null) return
    const counts = this.figures[result]
    counts[platform] = (counts[platform] ?? 0) + 1
  }

  #report(reason: string): void {
    if (this.#reasons.has(reason) || this.#reasons.size >= MAX_REASONS) return
    this.#reasons.add(reason)
    this.#onProblem(new Error(`A notification could not be sent to ${reason}. This is reported once.`))
  }

  async #deliver(message: PushMessage): Promise<Delivery> {
    try {
      const delivery = await this.#push.send(message)
      if ('reason' in delivery) this.#report(`${message.platform}: ${delivery.reason}`)
      return delivery
    } catch (problem) {
      this.#onProblem(problem)
      return { result: 'later', reason: 'the transport has failed', afterMs: null }
    }
  }
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, PAUSE_MS))

/** Stores what became of these messages, and removes the tokens of devices that are gone. */
async function settle(
  { tx, now }: Context,
  claimed: readonly Claimed[],
  sent: ReadonlyMap<PushMessage, Delivery>,
): Promise<void> {
  const stored = await tx.peek(
    'messages',
    'id',
    claimed.map(({ message }) => message.id),
  )
  const byId = new Map(stored.map((message) => [message.id, message]))
  for (const { message, zone, toSend } of claimed) {
    const all: Sent[] = toSend.flatMap((each) => {
      const delivery = sent.get(each)
      return delivery ? [{ message: each, delivery }] : []
    })
    for (const { message: each, delivery } of all) {
      if (delivery.result !== 'gone') continue
      const token = await tx.get('pushTokens', each.token)
      if (token?.userId === message.userId) tx.remove('pushTokens', each.token)
    }
    const before = byId.get(message.id)
    // A reset has removed it.
    if (!before) continue
    const left = all.filter(({ delivery }) => delivery.result === 'later')
    const { attempts = 1, sentOn = '' } = message
    if (left.length === 0) {
      const { tokens: _, ...rest } = before
      const dueAt = later(dayEnd(sentOn, zone), before.expiresAt)
      tx.replace('messages', before, { ...rest, isDone: true, dueAt })
      continue
    }
    const after = left.map(({ delivery }) => (delivery.result === 'later' ? (delivery.afterMs ?? 0) : 0))
    tx.replace('messages', before, {
      ...before,
      tokens: left.map((each) => each.message.token),
      dueAt: retryAt(now, attempts, Math.max(...after)),
    })
  }
}
