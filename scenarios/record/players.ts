import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import type { Scenario } from '../runner/language/language.ts'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import type { RecordedCall } from './recorded-call.ts'

type Bots = NonNullable<Scenario['bots']>

/** Maps tokens to bots. Each user becomes one bot, even if they sign in several times. */
export class Players {
  readonly bots: Bots = {}
  /** The device of each bot whose player is in the starting world, by the id of the player. */
  readonly devices = new Map<string, string>()
  readonly #isInWorld: (userId: string) => boolean
  readonly #byToken = new Map<string, string>()
  readonly #byUser = new Map<string, string>()

  /** @param isInWorld whether a player is in the world that a replay starts with. */
  constructor(isInWorld: (userId: string) => boolean) {
    this.#isInWorld = isInWorld
  }

  /** The bot of a token. A user who signed in before the recording is onboarded from the first step. */
  of(token: string | null): string | null {
    if (token === null) return null
    const existing = this.#byToken.get(token)
    if (existing !== undefined) return existing
    const userId = subjectOf(token)
    if (userId === null) return null
    const bot = this.#byUser.get(userId) ?? this.#addBot(userId, 'onboarded')
    this.#byToken.set(token, bot)
    return bot
  }

  /** A bot for calls that need no player. */
  get anybody(): string {
    return Object.keys(this.bots)[0] ?? this.#addBot('', 'signed-out')
  }

  /** Stores the token from the response to a sign-in. */
  signedIn(reply: unknown): void {
    const token = valueAtPath(reply, '$.token')
    const userId = valueAtPath(reply, '$.user.id')
    if (typeof token !== 'string' || typeof userId !== 'string') return
    // Somebody from before the recording is onboarded already, and signs in once more.
    const wasHere =
      valueAtPath(reply, '$.isNewUser') === false &&
      valueAtPath(reply, '$.user.finishedOnboarding') === true &&
      !this.#isInWorld(userId)
    this.#byToken.set(
      token,
      this.#byUser.get(userId) ?? this.#addBot(userId, wasHere ? 'onboarded' : 'signed-out'),
    )
  }

  signedInBy(name: EndpointName, reply: unknown): string | null {
    const token = name === 'signInDevice' ? valueAtPath(reply, '$.token') : undefined
    return typeof token === 'string' ? this.of(token) : null
  }

  /** Assigns a renewed token to the same player. */
  renewed(bot: string, { renewed, reply }: RecordedCall): void {
    for (const token of [renewed, valueAtPath(reply, '$.token')]) {
      if (typeof token === 'string') this.#byToken.set(token, bot)
    }
  }

  #addBot(userId: string, start: 'onboarded' | 'signed-out'): string {
    const name = `player${Object.keys(this.bots).length + 1}`
    if (this.#isInWorld(userId)) {
      const device = `device_of_${name}_in_the_recording`
      this.devices.set(userId, device)
      this.bots[name] = { start: start === 'onboarded' ? 'signed-in' : start, device }
    } else this.bots[name] = { start }
    this.#byUser.set(userId, name)
    return name
  }
}

/** The user id in a token; null if it is not a token. */
function subjectOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const { sub } = payload as { sub?: unknown }
    return typeof sub === 'string' ? sub : null
  } catch {
    // A client may send any text as its token.
    return null
  }
}
