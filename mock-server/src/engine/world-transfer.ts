import type { Bytes } from './ports.ts'
import type { Transaction } from './store.ts'
import type { World } from './world.ts'

/** Everything a store holds, as one document; lists in the order of ids, so equal worlds are equal byte by byte. */
export async function exportWorld(tx: Transaction, seed: string, bytes: Bytes): Promise<World> {
  const games = await tx.all('games')
  const blobs: Record<string, string> = {}
  const named = games.flatMap((game) =>
    game.entries.flatMap((entry) =>
      entry.type === 'drawing' ? [entry.drawing, entry.strokes ?? []].flat() : [],
    ),
  )
  for (const sha256 of [...new Set(named)].sort()) {
    const blob = await tx.blob(sha256)
    if (blob) blobs[sha256] = bytes.toBase64(blob)
  }
  return {
    format: 'inkling-world',
    version: 1,
    seed,
    users: await tx.all('users'),
    groups: await tx.all('groups'),
    games,
    reactions: await tx.all('reactions'),
    pushTokens: await tx.all('pushTokens'),
    outbox: await tx.all('outbox'),
    blobs,
  }
}

/** Writes a world into a store that holds nothing. */
export function plantWorld(tx: Transaction, world: World, bytes: Bytes): void {
  for (const user of world.users) tx.put('users', user)
  for (const group of world.groups) tx.put('groups', group)
  for (const game of world.games) tx.put('games', game)
  for (const reactions of world.reactions) tx.put('reactions', reactions)
  for (const token of world.pushTokens) tx.put('pushTokens', token)
  for (const entry of world.outbox ?? []) tx.put('outbox', entry)
  for (const [sha256, base64] of Object.entries(world.blobs)) {
    const blob = bytes.fromBase64(base64)
    if (!blob) throw new TypeError(`blobs.${sha256} is not base64`)
    tx.putBlob(sha256, blob)
  }
}

/** Whether nobody has ever been here. */
export const isEmpty = async (tx: Transaction): Promise<boolean> => (await tx.count('users')) === 0
