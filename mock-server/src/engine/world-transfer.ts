import { type CollectionName, collections, type Transaction } from './store.ts'
import type { World } from './world.ts'

/** Writes a world into a store that holds nothing yet. Blobs come with it. */
export function plantWorld(
  tx: Transaction,
  world: World,
  fromBase64: (text: string) => Uint8Array | null,
): void {
  for (const user of world.users) tx.put('users', user)
  for (const group of world.groups) tx.put('groups', group)
  for (const game of world.games) tx.put('games', game)
  for (const reactions of world.reactions) tx.put('reactions', reactions)
  for (const token of world.pushTokens) tx.put('pushTokens', token)
  for (const [sha256, base64] of Object.entries(world.blobs)) {
    const bytes = fromBase64(base64)
    if (!bytes) throw new TypeError(`blobs.${sha256} is not base64`)
    tx.putBlob(sha256, bytes)
  }
}

/** Whether nobody has ever been here. */
export async function isEmpty(tx: Transaction): Promise<boolean> {
  for (const name of Object.keys(collections) as CollectionName[]) {
    if ((await tx.all(name)).length > 0) return false
  }
  return true
}
