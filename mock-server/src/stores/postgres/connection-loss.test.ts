import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NotKeptError } from '../../engine/store.ts'
import type { Group } from '../../rules/group.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, servers } from './schema.fixture.ts'

/* Connections that break, through a proxy that cuts them at a chosen moment. */

const [postgres] = servers
if (!postgres) throw new Error('No PostgreSQL server was started')
const { hostname, port, username, password } = new URL(postgres.url)

let direct: PostgresStore
let store: PostgresStore
let proxy: Server
let sockets: Set<Socket>
/** Whether to cut the connection that a message goes over: before the database gets it, or after. */
let cutAt: (message: Buffer) => 'before' | 'after' | null

beforeEach(async () => {
  const url = await newSchema(postgres)
  direct = await PostgresStore.open(url)
  await direct.transaction(async (tx) => tx.put('groups', group(0)))
  cutAt = () => null
  sockets = new Set()
  proxy = createServer(pass)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  store = await PostgresStore.open(proxied(url))
})
afterEach(async () => {
  await store.close()
  await direct.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => proxy.close(resolve))
})

function proxied(url: string): string {
  const address = proxy.address()
  const at = typeof address === 'object' && address ? address.port : 0
  return `postgres://${username}:${password}@127.0.0.1:${at}${new URL(url).pathname}${new URL(url).search}`
}

function pass(client: Socket): void {
  const database = dial(Number(port), hostname)
  for (const socket of [client, database]) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  client.on('data', (message) => {
    const cut = cutAt(message)
    if (cut !== 'before') database.write(message)
    if (!cut) return
    // What the database answers from now on never arrives.
    client.destroy()
    if (cut === 'before') database.destroy()
    else database.end()
  })
  database.on('data', (message) => {
    if (!client.destroyed) client.write(message)
  })
  client.on('close', () => database.end())
  database.on('close', () => client.destroy())
}

/** Cuts the connection of the first COMMIT that comes. */
function cutFirstCommit(when: 'before' | 'after'): void {
  let isDone = false
  cutAt = (message) => {
    if (isDone || !message.includes('commit\0')) return null
    isDone = true
    return when
  }
}

const grow = () =>
  store.transaction(async (tx) => {
    const before = await tx.get('groups', 'owls')
    if (before) tx.put('groups', group(before.members.length + 1))
  })

const members = async () => (await direct.transaction((tx) => tx.get('groups', 'owls')))?.members.length

test.each(['before', 'after'] as const)(
  'a write counts once when its connection breaks just %s the commit',
  async (when) => {
    cutFirstCommit(when)
    await grow()
    expect(await members()).toBe(1)
    await grow()
    expect(await members()).toBe(2)
  },
)

test('a database that went away and comes back within five seconds is not noticed', async () => {
  await grow()
  for (const socket of sockets) socket.destroy()
  await grow()
  expect(await members()).toBe(2)
})

test('a database that stays away makes a write fail, and the next one fails at once', async () => {
  const { port: at } = proxy.address() as { port: number }
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => proxy.close(resolve))
  await expect(grow()).rejects.toThrow(NotKeptError)
  let tries = 0
  await expect(
    store.transaction(async (tx) => {
      tries++
      await tx.get('groups', 'owls')
    }),
  ).rejects.toThrow(NotKeptError)
  expect(tries).toBe(1)
  await new Promise<void>((resolve) => proxy.listen(at, '127.0.0.1', resolve))
  await grow()
  expect(await members()).toBe(1)
})

const group = (memberCount: number): Group => ({
  id: 'owls',
  name: 'Owls',
  code: 'OWLS00',
  avatar: null,
  hostId: 'ann',
  difficulty: 'easy',
  createdAt: NOON,
  members: Array.from({ length: memberCount }, (_, at) => ({ userId: `u${at}`, joinedAt: NOON })),
})

const NOON = '2026-03-07T17:00:00.000Z'
