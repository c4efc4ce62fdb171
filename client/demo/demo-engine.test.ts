import { readFileSync } from 'node:fs'
import { ControlledClock } from '@inkling/mock-server/browser'
import { LEXICON_FILE } from '@inkling/mock-server/demo-world'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import {
  answerRequest,
  DOOR_OPTIONS,
  emptyWorld,
  type PlayedDoor,
  playDay,
  type RecordedResponse,
} from '@inkling/mock-server/testing'
import { expect, test, vi } from 'vitest'
import { demoEngine } from './demo-engine.ts'

/** The part of a browser's storage that the demo uses. */
function fakeStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

async function openDemo(): Promise<PlayedDoor> {
  const clock = new ControlledClock()
  clock.freezeAt(DOOR_OPTIONS.clock)
  const engine = await demoEngine(
    emptyWorld(DOOR_OPTIONS),
    readFileSync(LEXICON_FILE),
    clock,
    DOOR_OPTIONS.adminKey,
  )
  const answer: typeof fetch = (input, init) => answerRequest(engine, new Request(input, init))
  return { server: { engine, clock }, origin: 'http://demo.inkling', fetch: answer }
}

/**
 * Without the pictures and strokes of simulated players: the demo has fewer sketches of a word.
 */
function withoutPictures(responses: readonly RecordedResponse[]): unknown {
  const text = JSON.stringify(responses)
  const hashes = [...text.matchAll(/"([0-9a-f]{64})":"(?:iVBOR|eJ)/g)].map(([, hash = '']) => hash)
  expect(hashes.length).toBeGreaterThan(5)
  const unnamed = hashes.reduce((rest, hash) => rest.replaceAll(hash, 'hash'), text)
  const uncounted = unnamed.replaceAll(/"strokeCount":\d+/g, '"strokeCount":0')
  // What deleted accounts leave behind has random ids.
  const unlinked = uncounted.replaceAll(/former-[\w-]{22}/g, 'former')
  return JSON.parse(unlinked.replaceAll(/"(?:iVBOR|eJ)[^"]*"/g, '"picture"'), (_, value) =>
    // Lists are sorted by id, so those with random ids have no order.
    Array.isArray(value) && value.some((item) => item?.id === 'former')
      ? value.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      : value,
  )
}

test("the demo returns the reference server's responses, apart from pictures", async () => {
  vi.stubGlobal('localStorage', fakeStorage())
  try {
    const server = createInProcessServer(DOOR_OPTIONS)
    const reference = await playDay({ server, origin: 'http://reference.inkling', fetch: server.fetch })
    const demo = await playDay(await openDemo())
    expect(withoutPictures(demo)).toEqual(withoutPictures(reference))
  } finally {
    vi.unstubAllGlobals()
  }
})
