import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { unsentBytes } from './unsent-bytes.ts'

const KB = 1024

test('large bodies are refused while too much is unsent, and small ones never', () => {
  const unsent = unsentBytes(200 * KB)
  const take = (bytes: number) => {
    const response = new EventEmitter()
    return { isTaken: unsent(bytes, response as ServerResponse), close: () => response.emit('close') }
  }
  const first = take(150 * KB)
  expect([first, take(100 * KB), take(KB)].map(({ isTaken }) => isTaken)).toEqual([true, false, true])
  first.close()
  expect([take(100 * KB), take(100 * KB), take(100 * KB)].map(({ isTaken }) => isTaken)).toEqual([
    true,
    true,
    false,
  ])
})

test('bodies of a lost connection no longer count, even those that waited behind others', async () => {
  const unsent = unsentBytes(1000 * KB)
  const body = Buffer.alloc(300 * KB)
  let held = 0
  let closed = 0
  const server = createHttpServer((_, response) => {
    if (unsent(body.length, response)) held++
    response.once('close', () => closed++)
    response.end(body)
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.pause()
  reader.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(10))
  await expect.poll(() => held, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
  reader.destroy()
  await expect.poll(() => closed, { timeout: 15_000 }).toBe(10)
  const response = new EventEmitter() as ServerResponse
  expect(unsent(1000 * KB, response)).toBe(true)
})
