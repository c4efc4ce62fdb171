import { type FileHandle, open, rm } from 'node:fs/promises'
import { GROUP } from '@inkling/mock-server/contract/constants'
import { blobNamesOf, type Game } from '@inkling/mock-server/rules/game/game'
import { CLEAR_LETTERS } from '@inkling/mock-server/rules/players/devices'
import type { Group } from '@inkling/mock-server/rules/players/group'
import { isHiddenText, type User } from '@inkling/mock-server/rules/players/user'
import { TARGET } from '../runner/language/values/variables.ts'
import {
  NO_DRAWING,
  type RecordedDocuments,
  recordedGames,
  recordedPart,
  type Touched,
} from './recorded-world.ts'

/**
 * The world of a server at the start of a recording. Its players and groups are in memory; all of it is in a file, which is
 * removed at once, so that nothing is left if the program is killed.
 */
export class StartingWorld {
  readonly #file: FileHandle
  readonly #path: string
  readonly #users: readonly User[]
  readonly #groups: readonly Group[]
  readonly #startedAt: number
  readonly #userIds: ReadonlySet<string>
  /** The codes that groups have in the recording: with the real ones, anyone who has the file could join. */
  readonly #codes: ReadonlyMap<string, string>

  private constructor(
    file: { readonly handle: FileHandle; readonly path: string },
    { users, groups }: Pick<RecordedDocuments, 'users' | 'groups'>,
    startedAt: number,
  ) {
    this.#file = file.handle
    this.#path = file.path
    this.#users = users
    this.#groups = groups
    this.#startedAt = startedAt
    this.#userIds = new Set(users.map(({ id }) => id))
    this.#codes = new Map(groups.map(({ code }, at) => [code, codeNumber(at)]))
  }

  /**
   * Reads a world in lines. Must be closed.
   * @param path of its file, on a disk with room for it
   * @param startedAt in milliseconds since 1970.
   */
  static async read(pieces: AsyncIterable<string>, path: string, startedAt: number): Promise<StartingWorld> {
    const handle = await open(path, 'wx+', 0o600)
    try {
      // On Windows, it stays until it is closed.
      await rm(path).catch(() => {})
      for await (const piece of pieces) await handle.appendFile(piece)
      const users: User[] = []
      const groups: Group[] = []
      for await (const line of linesOf(handle, ['users', 'groups'])) {
        if (line.users) users.push(line.users)
        if (line.groups) groups.push(line.groups)
      }
      return new StartingWorld({ handle, path }, { users, groups }, startedAt)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  has(userId: string): boolean {
    return this.#userIds.has(userId)
  }

  /** Whether a username may be in the recording: moderators have not hidden it. */
  isShown(username: string): boolean {
    return !this.#users.some((user) => isHiddenText(user, username))
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
  async portable(
    devices: ReadonlyMap<string, string>,
    mentioned: ReadonlySet<string>,
    address: string,
  ): Promise<Uint8Array> {
    const touched: Touched = {
      devices,
      isMentioned: (text) => mentioned.has(text) || mentioned.has(text.toLowerCase()),
      joinCodeOf: (code) => this.#codes.get(code) ?? code,
      startedAt: this.#startedAt,
    }
    const { users, groups, ...rest } = recordedPart(await this.#documents(touched), touched)
    const readdressed = <T extends { readonly avatar: string | null }>(of: T): T => ({
      ...of,
      avatar: of.avatar?.startsWith(address) ? TARGET + of.avatar.slice(address.length) : of.avatar,
    })
    const world = {
      format: 'inkling-world',
      version: 1,
      // That of the server tells the join codes and move codes of all its players.
      seed: 'recorded',
      users: users.map(readdressed),
      groups: groups.map(readdressed),
      ...rest,
      pushTokens: [],
      blobs: await this.#drawings(blobNamesOf(rest.games)),
    }
    return Buffer.from(JSON.stringify(world))
  }

  async close(): Promise<void> {
    await this.#file.close()
    await rm(this.#path, { force: true })
  }

  /** All players and groups, and the games that were touched, with their reactions. */
  async #documents(touched: Touched): Promise<RecordedDocuments> {
    const isTouched = recordedGames(this.#groups, touched)
    const games: Game[] = []
    const reactions: RecordedDocuments['reactions'][number][] = []
    for await (const line of linesOf(this.#file, ['games', 'reactions'])) {
      if (line.games && isTouched(line.games)) games.push(line.games)
      if (line.reactions) reactions.push(line.reactions)
    }
    return { users: this.#users, groups: this.#groups, games, reactions }
  }

  async #drawings(names: readonly string[]): Promise<Record<string, string>> {
    const found = new Map<string, string>([[NO_DRAWING.sha256, NO_DRAWING.base64]])
    const wanted = new Set(names)
    for await (const { drawing = '', bytes = '' } of linesOf(this.#file, ['drawing']))
      if (wanted.has(drawing)) found.set(drawing, bytes)
    return Object.fromEntries(
      names.flatMap((name) => {
        const bytes = found.get(name)
        return bytes === undefined ? [] : [[name, bytes]]
      }),
    )
  }
}

/** A line of a world, with one of these fields. */
interface Line {
  readonly users?: User
  readonly groups?: Group
  readonly games?: Game
  readonly reactions?: RecordedDocuments['reactions'][number]
  readonly drawing?: string
  readonly bytes?: string
}

/** The lines that begin with one of these fields. */
async function* linesOf(file: FileHandle, fields: readonly (keyof Line)[]): AsyncGenerator<Line> {
  for await (const line of file.readLines({ start: 0, autoClose: false })) {
    if (fields.some((field) => line.startsWith(`{"${field}":`))) yield JSON.parse(line)
  }
}

/** A join code for each number, each another one. */
const codeNumber = (number: number): string =>
  Array.from({ length: GROUP.codeLength }, (_, at) => {
    const digit = Math.floor(number / CLEAR_LETTERS.length ** (GROUP.codeLength - 1 - at))
    return CLEAR_LETTERS[digit % CLEAR_LETTERS.length]
  }).join('')
