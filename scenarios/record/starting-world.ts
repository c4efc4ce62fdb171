import { GROUP } from '@inkling/mock-server/contract/constants'
import { blobNamesOf } from '@inkling/mock-server/rules/game/game'
import { CLEAR_LETTERS } from '@inkling/mock-server/rules/players/devices'
import type { World } from '../runner/language/files/loaded-scenario.ts'
import { TARGET } from '../runner/language/values/variables.ts'
import { NO_DRAWING, type RecordedDocuments, recordedPart } from './recorded-world.ts'

/** The world of a server at the start of a recording. */
export class StartingWorld {
  readonly #documents: RecordedDocuments
  readonly #blobs: Readonly<Record<string, string>>
  readonly #startedAt: number
  readonly #userIds: ReadonlySet<string>
  /** The codes that groups have in the recording: with the real ones, anyone who has the file could join. */
  readonly #codes: ReadonlyMap<string, string>

  /** @param startedAt in milliseconds since 1970. */
  constructor(world: World, startedAt: number) {
    const { users = [], groups = [], games = [], reactions = [], blobs = {} } = world as Partial<Exported>
    this.#documents = { users, groups, games, reactions }
    this.#blobs = blobs
    this.#startedAt = startedAt
    this.#userIds = new Set(users.map(({ id }) => id))
    this.#codes = new Map(groups.map(({ code }, at) => [code, codeNumber(at)]))
  }

  has(userId: string): boolean {
    return this.#userIds.has(userId)
  }

  /** The code of a group in the recording; undefined if no group has this code, in upper or lower case. */
  codeFor(typed: string): string | undefined {
    return this.#codes.get(typed.toUpperCase())
  }

  /**
   * The part of the world that a recording touched, as a file.
   * @param devices of the recorded players, by their ids.
   * @param mentioned ids and codes that occurred in calls and responses.
   * @param address of the recorded server; that of the target takes its place in a replay.
   */
  portable(
    devices: ReadonlyMap<string, string>,
    mentioned: ReadonlySet<string>,
    address: string,
  ): Uint8Array {
    const { users, groups, ...rest } = recordedPart(this.#documents, {
      devices,
      isMentioned: (text) => mentioned.has(text) || mentioned.has(text.toLowerCase()),
      codeOf: (code) => this.#codes.get(code) ?? code,
      startedAt: this.#startedAt,
    })
    const readdressed = <T extends { readonly avatar: string | null }>(of: T): T => ({
      ...of,
      avatar: of.avatar?.startsWith(address) ? TARGET + of.avatar.slice(address.length) : of.avatar,
    })
    const names = blobNamesOf(rest.games)
    const blobs = names.map((name) => [
      name,
      name === NO_DRAWING.sha256 ? NO_DRAWING.base64 : this.#blobs[name],
    ])
    const world = {
      format: 'inkling-world',
      version: 1,
      // That of the server tells the join codes and move codes of all its players.
      seed: 'recorded',
      users: users.map(readdressed),
      groups: groups.map(readdressed),
      ...rest,
      pushTokens: [],
      blobs: Object.fromEntries(blobs.filter(([, base64]) => base64 !== undefined)),
    }
    return Buffer.from(JSON.stringify(world))
  }
}

interface Exported extends RecordedDocuments {
  readonly blobs: Readonly<Record<string, string>>
}

/** A join code for each number, each another one. */
const codeNumber = (number: number): string =>
  Array.from({ length: GROUP.codeLength }, (_, at) => {
    const digit = Math.floor(number / CLEAR_LETTERS.length ** (GROUP.codeLength - 1 - at))
    return CLEAR_LETTERS[digit % CLEAR_LETTERS.length]
  }).join('')
