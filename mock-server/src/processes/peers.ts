import { randomUUID } from 'node:crypto'
import type { TimedEvent } from '../engine/events.ts'
import { Notifications } from '../stores/postgres/notifications.ts'

/**
 * Requests between processes. The items of the responses, if any, are JSON values:
 * - joined: count the processes and read the secrets again, which the new process may have changed.
 * - clock: apply a changed setting of the clock.
 * - messages: respond with the sent push messages.
 * - forget-messages: remove the sent push messages.
 * - clear-faults: remove all faults.
 * - time-zone: respond with the time zone of the game.
 */
export type Topic = 'joined' | 'clock' | 'messages' | 'forget-messages' | 'clear-faults' | 'time-zone'

/** Handles a request. @returns the items of the response. */
type Answer = (value: unknown) => readonly unknown[] | Promise<readonly unknown[]>

export interface PeerOptions {
  readonly onEvent: (event: TimedEvent) => void
  readonly answers: { readonly [T in Topic]: Answer }
  /** Called when messages may have been lost. Reload the state that they announce. */
  readonly onMissed: () => void
  readonly onProblem: (problem: unknown) => void
}

interface Question {
  readonly question: string
  readonly topic: Topic
  readonly value: unknown
}

/** A part of a response: an item or, as the last part, `isDone`. */
interface AnswerPart {
  /** The id of the request. */
  readonly answers: string
  readonly item?: unknown
  readonly isDone?: true
}

/** Sent when messages of this process may have been lost. */
interface Lost {
  readonly lost: true
}

type Message = { readonly event: TimedEvent } | Question | AnswerPart | Lost

/** A request that waits for responses. */
interface Asked {
  readonly items: unknown[]
  readonly answered: Set<string>
  check(): void
}

/** A process that takes longer to respond has ended or hangs. */
const ANSWER_MS = 1000

/** The other processes over the same database. */
export class Peers {
  #channel: Notifications | null = null
  readonly #options: PeerOptions
  readonly #asked = new Map<string, Asked>()

  private constructor(options: PeerOptions) {
    this.#options = options
  }

  /** @throws if the database cannot be reached. */
  static async open(url: string, options: PeerOptions): Promise<Peers> {
    const peers = new Peers(options)
    peers.#channel = await Notifications.open(url, {
      onItem: (item, from) => peers.#receive(item as Message, from),
      onMissed: (hasLost) => {
        options.onMissed()
        if (hasLost) peers.#send({ lost: true }, true)
      },
      onProblem: options.onProblem,
    })
    return peers
  }

  /** The last known number of processes, this one included. */
  get processes(): number {
    return this.#channel?.processes ?? 1
  }

  /** Asks the database for the number of processes, this one included. */
  async count(): Promise<number> {
    return (await this.#channel?.countProcesses()) ?? 1
  }

  /** Sends an event of this process to the others, in the next batch or, with `now`, immediately. */
  notify(event: TimedEvent, { now = false } = {}): void {
    this.#send({ event }, now)
  }

  /**
   * Sends a request to the other processes, and waits up to a second until all have responded.
   * @returns the items of all responses.
   */
  async ask(topic: Topic, value: unknown = null): Promise<readonly unknown[]> {
    const others = (await this.count()) - 1
    if (others === 0) return []
    const id = randomUUID()
    const items: unknown[] = []
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, ANSWER_MS)
      const answered = new Set<string>()
      const check = () => {
        if (answered.size < others) return
        clearTimeout(deadline)
        resolve()
      }
      this.#asked.set(id, { items, answered, check })
      this.#send({ question: id, topic, value }, true)
    })
    this.#asked.delete(id)
    return items
  }

  async close(): Promise<void> {
    await this.#channel?.close()
  }

  #send(message: Message, now: boolean): void {
    this.#channel?.send(message, { now })
  }

  #receive(message: Message, from: string): void {
    if ('event' in message) this.#options.onEvent(message.event)
    else if ('topic' in message) void this.#answer(message)
    else if ('lost' in message) this.#options.onMissed()
    else this.#note(message, from)
  }

  #note({ answers, item, isDone }: AnswerPart, from: string): void {
    const asked = this.#asked.get(answers)
    if (isDone) asked?.answered.add(from)
    else asked?.items.push(item)
    asked?.check()
  }

  async #answer({ question, topic, value }: Question): Promise<void> {
    try {
      // A newer version of the program may send unknown topics.
      const items = (await this.#options.answers[topic]?.(value)) ?? []
      for (const item of items) this.#send({ answers: question, item }, false)
      this.#send({ answers: question, isDone: true }, true)
    } catch (problem) {
      this.#options.onProblem(problem)
    }
  }
}
