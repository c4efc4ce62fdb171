import { expect, test } from 'vitest'
import { worldOfText } from '../../core/contract/world-lines.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { completeWorld } from './complete-world.fixture.ts'
import { restoreWorld } from './restore-world.ts'
import { writeWorld } from './write-world.ts'

async function filled(): Promise<MemoryStore> {
  const store = new MemoryStore()
  await restoreWorld(store, completeWorld('seed'), nodeCodecs)
  return store
}

test('a world is written from one moment, while it changes', async () => {
  const store = await filled()
  const pieces = writeWorld(store, 'seed', nodeCodecs)
  const snapshot = await store.snapshot()
  await store.transaction(async (tx) => {
    const [game] = await tx.peek('games', 'id', ['UTC'])
    if (game) tx.replace('games', game, { ...game, word: 'changed' })
  })
  for await (const [game] of snapshot.pages('games')) expect(game?.word).toBe('UTC')
  let text = ''
  for await (const piece of pieces) text += piece
  expect(worldOfText(text).games).toMatchObject([{ word: 'changed' }])
})

test('a world that is replaced meanwhile is not written half', async () => {
  const store = await filled()
  const snapshot = await store.snapshot()
  await restoreWorld(store, completeWorld('seed'), nodeCodecs)
  await expect(snapshot.blobs(['0'])).rejects.toThrow('All data was replaced while it was read')
})
