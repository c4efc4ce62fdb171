import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LargeBodies } from './large-bodies.ts'

/** A request and its response, reduced to their close events. */
function exchange() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  const response = new EventEmitter()
  return {
    request: { socket } as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
    finish: () => response.emit('close'),
    hangUp: () => socket.emit('close'),
  }
}

test('unsent bytes are limited, and a body with several readers counts once', () => {
  const bodies = new LargeBodies({ unsentBytes: 100 })
  const hold = (body: Buffer) => {
    const each = exchange()
    return { ...each, isHeld: bodies.hold(body, each.request, each.response) }
  }
  const shared = Buffer.alloc(60)
  const readers = [hold(shared), hold(shared), hold(shared)]
  expect(readers.map(({ isHeld }) => isHeld)).toEqual([true, true, true])
  const other = Buffer.alloc(60)
  expect(hold(other).isHeld).toBe(false)
  readers[0]?.finish()
  readers[1]?.hangUp()
  expect(hold(other).isHeld).toBe(false)
  readers[2]?.finish()
  // The end of the response and of its connection count once.
  readers[2]?.hangUp()
  expect(hold(other).isHeld).toBe(true)
  expect(hold(Buffer.alloc(60)).isHeld).toBe(false)
})

test('the most recently used bodies are cached, up to a number of bytes', async () => {
  const bodies = new LargeBodies({ cachedBytes: 25 })
  for (const key of ['one', 'two']) await bodies.build(key, 'x'.repeat(8), false)
  expect(bodies.cached('one')?.toString()).toBe('"xxxxxxxx"')
  await bodies.build('three', 'x'.repeat(8), false)
  expect(['one', 'two', 'three'].map((key) => bodies.cached(key) !== undefined)).toEqual([true, false, true])
  await bodies.build('too large', 'x'.repeat(30), false)
  expect(bodies.cached('too large')).toBeUndefined()
  expect(bodies.cached('one')).toBeDefined()
})

test('a compressed body contains the same JSON', async () => {
  const body = { chain: ['drawing', 'guess'] }
  expect(JSON.parse(gunzipSync(await new LargeBodies().build('key', body, true)).toString())).toEqual(body)
})

test('a limited number of bodies are built at once; the others wait', async () => {
  const bodies = new LargeBodies({ concurrentBuilds: 2 })
  const started: number[] = []
  const begin = async (at: number) => {
    await bodies.beginBuild()
    started.push(at)
  }
  const all = [0, 1, 2, 3].map(begin)
  await Promise.all(all.slice(0, 2))
  expect(started).toEqual([0, 1])
  bodies.endBuild()
  await all[2]
  expect(started).toEqual([0, 1, 2])
  bodies.endBuild()
  await all[3]
  bodies.endBuild()
  bodies.endBuild()
  await bodies.beginBuild()
  await bodies.beginBuild()
})
