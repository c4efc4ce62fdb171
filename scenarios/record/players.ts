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
  /** The username of each bot, as its player's own responses have it. */
  readonly #usernames = new Map<string, string>()

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

  /** Whether a token is that of a bot already. */
  has(token: string): boolean {
    return this.#byToken.has(token)
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

  /** Notes the username in a response to a bot's own call. */
  seen(bot: string, name: EndpointName, reply: unknown): void {
    const path =
      name === 'signInDevice' ? '$.user.username' : OWN_PROFILE.includes(name) ? '$.username' : null
    const username = path === null ? undefined : valueAtPath(reply, path)
    if (typeof username === 'string') this.#usernames.set(bot, username)
  }

  /**
   * The names of the bots in the scenario: those of their players, as far as they can be names of bots.
   * @param taken names that mean something else there.
   * @param isShown whether a username may be shown.
   */
  names(taken: ReadonlySet<string>, isShown: (username: string) => boolean): ReadonlyMap<string, string> {
    const used = new Set(taken)
    const names = new Map<string, string>()
    for (const bot of Object.keys(this.bots)) {
      const username = this.#usernames.get(bot) ?? ''
      const name = isShown(username) ? nameOf(username) : null
      const free = name === null ? bot : freeName(name, used)
      used.add(free)
      names.set(bot, free)
    }
    return names
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

const OWN_PROFILE: readonly EndpointName[] = ['getProfile', 'updateProfile']

/** A username as the name of a bot; null if nothing of it remains. */
function nameOf(username: string): string | null {
  const plain = username
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return plain === '' ? null : plain
}

function freeName(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`
    if (!used.has(free)) return free
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
