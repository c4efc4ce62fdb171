import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createInProcessServer } from '../../compose/in-process.ts'
import type { Client } from '../../contract/client.ts'
import { createClient } from '../../contract/client.ts'
import { LowdbStore } from './lowdb-store.ts'

/*
 * The file of yesterday is damaged, and its results are not announced yet. The server runs, and replacing the world removes
 * the file.
 */

type World = Awaited<ReturnType<Client['exportWorld']>>

const DAMAGED = 'games/2026-03-06.2-1.json'

let root: string
let folder: string
let store: LowdbStore
let problems: string[]
let gameId: string
let saved: World

async function open(at: string, clock: string) {
  problems = []
  store = await LowdbStore.open(at, { onProblem: (problem) => problems.push(String(problem)) })
  const { fetch } = createInProcessServer({ seed: 'damaged day', clock, store })
  return (token: string | null = null) =>
    createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-damaged-day-'))
  folder = join(root, 'data')
  const connect = await open(folder, '2026-03-06T12:00:00-05:00')
  const { token } = await connect().signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  gameId = String((await connect(token).jumpIn()).gameId)
  await connect().completeGame({ params: { id: gameId } })
  const { outbox, ...world } = await connect().exportWorld()
  saved = { ...world, outbox: [] }
  expect(outbox).toHaveLength(1)
  await store.close()
  await appendFile(join(folder, DAMAGED), 'x')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const openToday = () => open(folder, '2026-03-07T12:00:00-05:00')

test('an export, and a list of its games, name the file and say what to do', async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  const connect = await openToday()
  const error = { code: 'INTERNAL', status: 500, message: expect.stringContaining(`${DAMAGED} is damaged: `) }
  await expect(connect().exportWorld()).rejects.toMatchObject(error)
  await expect(connect().exportWorld()).rejects.toThrow(/Restore the folder from a backup.* A reset or/)
  await expect(connect().listGames({ query: { day: '2026-03-06' } })).rejects.toMatchObject(error)
  const { token } = await connect().signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  const { message } = await connect(token)
    .getGame({ params: { id: gameId } })
    .catch((refusal) => refusal)
  expect(message).toBe('Something went wrong on our side. Please try again.')
  expect(faults).toHaveBeenCalled()
  faults.mockRestore()
  await store.close()
})

test('a reset removes the file, and reports it', async () => {
  const connect = await openToday()
  await connect().resetWorld()
  expect(await connect().exportWorld()).toMatchObject({ users: [], games: [] })
  expect(problems).toEqual([expect.stringMatching(`${DAMAGED} is damaged: .* It is removed`)])
  await store.close()
  expect(await readdir(join(folder, 'games'))).toEqual([])
})

test('a restore replaces the games of the day, also after a crash', async () => {
  const connect = await openToday()
  await connect().restoreWorld({ body: saved })
  expect(await connect().exportWorld()).toEqual(saved)
  const crashed = join(root, 'crashed')
  await cp(folder, crashed, { recursive: true, filter: (path) => !path.endsWith('lock') })
  await store.close()
  const reopened = await open(crashed, '2026-03-07T12:00:00-05:00')
  expect(await reopened().exportWorld()).toEqual(saved)
  await store.close()
})
