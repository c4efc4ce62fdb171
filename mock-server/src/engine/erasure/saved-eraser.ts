import { HIDDEN_PICTURE } from '../../core/picture/hidden-picture.ts'
import { suspensionAt, type User } from '../../core/rules/players/user.ts'
import type { CollectionName, Collections } from '../collections.ts'
import type { Context } from '../context.ts'
import { randomId } from '../ids.ts'
import type { Ports, Settings } from '../ports.ts'
import { remainder, substituteOf } from './erase-account.ts'
import { Eraser } from './eraser.ts'

export interface SavedEraserOptions extends Pick<Context, 'now'> {
  readonly ports: Pick<Ports, 'codecs' | 'scorer'>
  readonly settings: Pick<Settings, 'newId'>
  /** Those of these players whose accounts were deleted, by the list beside the data. */
  readonly deletedAmong: (userIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/**
 * Erases the accounts that were deleted after a world was saved from its documents, as they are restored: all users first,
 * and the other collections in their order. A suspension keeps its devices, and nothing else is left for moderators.
 */
export class SavedEraser {
  readonly #options: SavedEraserOptions
  readonly #deleted = new Set<string>()
  readonly #suspended = new Set<string>()
  readonly #eraser: Eraser

  constructor(options: SavedEraserOptions) {
    const { ports, settings, now } = options
    this.#options = options
    this.#eraser = new Eraser({
      isErased: (userId) => this.#deleted.has(userId),
      newId: settings.newId ?? randomId,
      now,
      substitute: substituteOf({ ports }),
    })
  }

  /** How many accounts were erased. */
  get count(): number {
    return this.#deleted.size
  }

  /** The picture that replaces drawings, by its SHA-256; empty if it is not needed. */
  get blobs(): Map<string, Uint8Array> {
    const { codecs } = this.#options.ports
    const bytes = this.count > 0 ? codecs.fromBase64(HIDDEN_PICTURE) : null
    return new Map(bytes ? [[codecs.sha256(bytes), bytes]] : [])
  }

  /** A page of documents without the deleted accounts. */
  async erase<C extends CollectionName>(
    collection: C,
    documents: readonly Collections[C][],
  ): Promise<Collections[C][]> {
    if (collection === 'users')
      return (await this.#eraseUsers(documents as readonly User[])) as Collections[C][]
    if (this.#deleted.size === 0) return [...documents]
    return documents.flatMap((document) => {
      const isKept =
        collection === 'devices' && this.#suspended.has((document as Collections['devices']).userId)
      return (isKept ? document : this.#eraser.erase(collection, document)) ?? []
    })
  }

  async #eraseUsers(users: readonly User[]): Promise<User[]> {
    const { deletedAmong, now } = this.#options
    const deleted = await deletedAmong(users.map(({ id }) => id))
    return users.flatMap((user) => {
      if (!deleted.has(user.id)) return user
      this.#deleted.add(user.id)
      const suspension = suspensionAt(user, now)
      if (!suspension) return []
      this.#suspended.add(user.id)
      return remainder(user, now, { deviceHash: user.deviceHash, suspension })
    })
  }
}
