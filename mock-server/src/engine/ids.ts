import { GROUP, MOVE } from '../core/contract/constants.ts'
import type { Codecs } from '../core/picture/codecs.ts'
import { CLEAR_LETTERS } from '../core/rules/players/devices.ts'
import type { GameDay } from '../core/rules/time/day.ts'
import type { Instant } from '../core/rules/time/instant.ts'

/** 22 characters of base64url: 132 bits. */
const ID_LENGTH = 22

/**
 * Derives ids from the seed and from what identifies the new object. Ids cannot be guessed without the seed, the same
 * calls always give the same ids, and a group's game of a day has exactly one possible id.
 */
export class Ids {
  readonly #codecs: Codecs
  readonly #seed: string

  constructor(codecs: Codecs, seed: string) {
    this.#codecs = codecs
    this.#seed = seed
  }

  /** @param earlier how many players this device had before */
  user(deviceHash: string, earlier = 0): string {
    return this.#id('user', ...(earlier === 0 ? [deviceHash] : [deviceHash, earlier]))
  }

  group(founderId: string, groupsFounded: number): string {
    return this.#id('group', founderId, groupsFounded)
  }

  groupGame(groupId: string, day: GameDay): string {
    return this.#linkedId('group-game', groupId, day)
  }

  publicGame(day: GameDay, founderId: string, now: Instant): string {
    return this.#linkedId('public-game', day, founderId, now)
  }

  mockGame(userId: string, day: GameDay): string {
    return this.#linkedId('mock-game', userId, day)
  }

  /** The id of the game that replaces another one of the same day (`POST /control/stage`). */
  stagedGame(replaced: string): string {
    return this.#linkedId('staged-game', replaced)
  }

  turn(gameId: string, turnsStarted: number): string {
    return this.#id('turn', gameId, turnsStarted)
  }

  /** What a report is about: a step of a game, or a player's name or avatar as it reads. */
  reportedThing(...parts: (string | number)[]): string {
    return this.#id('thing', ...parts)
  }

  report(thingId: string, userId: string): string {
    return this.#id('report', thingId, userId)
  }

  block(by: string, userId: string): string {
    return this.#id('block', by, userId)
  }

  /** The id of a moderator's decision. Ids sort by time and, at one time, by the number of earlier decisions at that time. */
  decision(now: Instant, earlier: number): string {
    return `${timeOf(now)}-${String(earlier).padStart(8, '0')}-${this.#derive('decision', now, earlier)}`
  }

  /** What sorts after the ids of all decisions until now. */
  afterDecisions(now: Instant): string {
    return `${timeOf(now)}-~`
  }

  /** Of a device of a player since an instant. */
  device(deviceHash: string, addedAt: Instant): string {
    return this.#id('device', deviceHash, addedAt)
  }

  /** A join code. Each value of `tries` gives another one. */
  groupCode(groupId: string, tries: number): string {
    return clearCode(this.#derive('code', groupId, tries), GROUP.codeLength)
  }

  /** A code to move a player to another device. Each value of `tries` gives another one. */
  moveCode(userId: string, now: Instant, tries: number): string {
    return clearCode(this.#derive('move', userId, now, tries), MOVE.codeLength)
  }

  /** The four digits of a new player's name. */
  playerNumber(userId: string): string {
    return String(1000 + (this.#number('name', userId) % 9000))
  }

  /** The seed that orders the words of a group, or chooses the word of a public game. */
  wordSeed(of: string): number {
    return this.#number('words', of)
  }

  /** A 32-bit pseudo-random number for one purpose, always the same. */
  chance(of: string): number {
    return this.#number('chance', of)
  }

  /** 32 bits. */
  #number(...parts: string[]): number {
    return Number.parseInt(this.#codecs.sha256(this.#derive(...parts)).slice(0, 8), 16)
  }

  /** Never starts with a hyphen, because a command line would read such an id as an option. */
  #id(...parts: (string | number)[]): string {
    return this.#derive(...parts).replace(/^-/, '_')
  }

  /** Of a game, whose id ends links: messengers leave the last `-` or `_` out of a link. */
  #linkedId(...parts: string[]): string {
    return this.#id(...parts).replace(/[-_]$/, (sign) => (sign === '-' ? 'A' : 'B'))
  }

  #derive(...parts: (string | number)[]): string {
    return this.#codecs.hmac(this.#seed, parts.join('\n')).slice(0, ID_LENGTH)
  }
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** An id that derives from nothing, so that nobody can tell what it stands for. */
export const randomId = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(ID_LENGTH)),
    (byte) => BASE64URL[byte % BASE64URL.length],
  ).join('')

/** Two base64url characters have 4096 values, which is close enough to uniform over 28. */
const clearCode = (derived: string, length: number): string =>
  Array.from({ length }, (_, at) => {
    const value = derived.charCodeAt(2 * at) * 64 + derived.charCodeAt(2 * at + 1)
    return CLEAR_LETTERS[value % CLEAR_LETTERS.length]
  }).join('')

/** Digits that sort by time. */
const timeOf = (now: Instant): string => now.replace(/\D/g, '')
