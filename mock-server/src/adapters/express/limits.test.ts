import type { AddressInfo, Server } from 'node:net'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { limits } from './limits.ts'

/** ann has two tokens. */
const PLAYERS: Record<string, string> = {
  'Bearer ann': 'ann',
  'Bearer ann again': 'ann',
  'Bearer ben': 'ben',
}

let server: Server

afterEach(() => new Promise((resolve) => server.close(resolve)))

async function open(limitLoopback: boolean): Promise<string> {
  const app = express()
  app.use(limits(limitLoopback, (authorization) => PLAYERS[authorization] ?? null))
  app.get('/', (_, response) => void response.json({}))
  server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function call(url: string, times: number, headers: Record<string, string> = {}): Promise<Response> {
  let last = await fetch(url, { headers })
  for (let at = 1; at < times; at++) last = await fetch(url, { headers })
  return last
}

test('a player is told to wait when the calls of a minute are used up, and others are not', async () => {
  const url = await open(true)
  expect((await call(url, 600, { authorization: 'Bearer ann' })).status).toBe(200)
  const refused = await call(url, 1, { authorization: 'Bearer ann' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toEqual({
    error: { code: 'RATE_LIMITED', message: 'Too many calls. Please wait a moment.' },
  })
  expect((await call(url, 1, { authorization: 'Bearer ann again' })).status).toBe(429)
  expect((await call(url, 1, { authorization: 'Bearer ben' })).status).toBe(200)
  expect((await call(url, 598)).status).toBe(429)
})

test('loopback is exempt unless it is asked for', async () => {
  const url = await open(false)
  expect((await call(url, 1300, { authorization: 'Bearer ann' })).status).toBe(200)
})
