import { beforeEach, expect, test } from 'vitest'
import { storeWithMethods } from '../../../../engine/replaced-methods.fixture.ts'
import { inOneGroup, signInAll } from '../../../compose/friends.fixture.ts'
import { createInProcessServer, type InProcessServer } from '../../../compose/in-process-server.ts'
import { MemoryStore } from '../../../stores/memory/memory-store.ts'
import { resultsPreview } from './page-preview.ts'

let server: InProcessServer
/** The drawings and strokes that were read, in the order of the reads. */
let read: string[][]

beforeEach(() => {
  read = []
  const store = storeWithMethods(new MemoryStore(), (tx) => ({
    blobs: (hashes) => {
      if (hashes.length > 0) read.push([...hashes])
      return tx.blobs(hashes)
    },
  }))
  server = createInProcessServer({ store, seed: 'previews', clock: '2026-03-07T12:00:00-05:00' })
})

/** A completed game of a group with this many steps: drawings and guesses in turn. */
async function playedGame(steps: number) {
  const names = Array.from({ length: steps }, (_, at) => `Owl-${at}`)
  const friends = await signInAll(server, names)
  const gameId = await inOneGroup(friends)
  for (const [at, friend] of friends.entries()) await (at % 2 === 0 ? friend.draw() : friend.guess('cat'))
  read = []
  return { friends, gameId }
}

async function previewOf(gameId: string) {
  const found = await resultsPreview(server.engine, gameId)
  if (!found) throw new Error('There is no preview')
  return found
}

async function cardsOf(gameId: string) {
  const picture = await (await previewOf(gameId)).picture.load()
  if (picture.kind !== 'results') throw new Error('There is no preview of results')
  return picture.cards.map(({ scene }) => ('step' in scene ? scene.step.username : scene.kind))
}

test('the page and the version read no drawing, and the picture reads the two that it shows', async () => {
  const { gameId } = await playedGame(7)
  const { page, picture } = await previewOf(gameId)
  expect(page.description).toMatch(/^7 players, March 7\./)
  expect(read).toEqual([])
  await picture.load()
  // All drawings of friends are alike, so they are stored once.
  expect(read.map(({ length }) => length)).toEqual([1])
  expect(await cardsOf(gameId)).toEqual(['Owl-0', 'Owl-6', 'end'])
})

test('a chain without a guess shows the word, and its drawing once', async () => {
  const { gameId } = await playedGame(1)
  expect((await previewOf(gameId)).page).toMatchObject({
    title: expect.stringMatching(/^The word was/),
    description: expect.stringMatching(/^One player, /),
  })
  expect(await cardsOf(gameId)).toEqual(['word', 'Owl-0'])
})

test('the version changes with what is shown: names, hidden drawings; and a drawing hidden for all is not painted', async () => {
  const { gameId, friends } = await playedGame(5)
  const versions = new Set([(await previewOf(gameId)).picture.version])
  versions.add((await previewOf(gameId)).picture.version)
  expect(versions.size).toBe(1)
  await friends[0]?.updateProfile({ body: { username: 'Heron' } })
  versions.add((await previewOf(gameId)).picture.version)
  await friends[0]?.decide({ body: { gameId, stepIndex: 4, action: 'hide' } })
  versions.add((await previewOf(gameId)).picture.version)
  expect(versions.size).toBe(3)
  expect(await cardsOf(gameId)).toEqual(['Heron', 'Owl-2', 'end'])
})

test('public results that the client has, or that were sent before, are answered without their drawings', async () => {
  const { gameId, friends } = await playedGame(3)
  const path = `http://in-process/api/public/game/${gameId}/results`
  const get = async (headers: Record<string, string> = {}) => {
    const response = await server.fetch(path, { headers })
    return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() }
  }
  const first = await get()
  expect(read).toHaveLength(1)
  expect(await get()).toEqual(first)
  expect(await get({ 'if-none-match': `"another", ${first.etag}` })).toMatchObject({ status: 304, text: '' })
  expect(read).toHaveLength(1)
  await friends[0]?.updateProfile({ body: { username: 'Heron' } })
  const renamed = await get({ 'if-none-match': first.etag })
  expect(renamed.status).toBe(200)
  expect(renamed.text).toContain('Heron')
  expect(read).toHaveLength(2)
})

test('a private game is answered neither from memory nor by its version', async () => {
  const { gameId, friends } = await playedGame(1)
  const host = friends[0]
  const { groupId } = (await host?.getProfile()) ?? {}
  const path = `http://in-process/api/public/game/${gameId}/results`
  const { headers } = await server.fetch(path)
  await host?.updateGroupSettings({ params: { id: groupId ?? '' }, body: { publicResults: false } })
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  for (const sent of [{}, known]) expect((await server.fetch(path, { headers: sent })).status).toBe(404)
  expect(await resultsPreview(server.engine, gameId)).toBeNull()
})
