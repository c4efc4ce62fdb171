import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { announcedAdminKey } from '@inkling/mock-server/machine'
import { completeWorld, newSchema } from '@inkling/mock-server/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { homeIn, inkling, type Started, start } from '../binary.fixture.ts'

/* A world in which every field of every document is set, saved and restored by the real binary. */

const SEED = 'complete'
const world = JSON.parse(JSON.stringify(completeWorld(SEED)))

let cwd: string
let server: Started | null = null

/** An hour before the times of the world, so that nothing in it is due. */
async function serve(...store: string[]): Promise<string> {
  server = start(
    ['serve', '--port', '0', '--seed', SEED, '--clock', '2026-03-07T16:00:00Z', '--grace', '300ms', ...store],
    { cwd },
  )
  return (await server.firstLine).split(' ').at(-1) ?? ''
}

async function stop(): Promise<void> {
  server?.process.kill('SIGTERM')
  await server?.ended
  server = null
}

async function onWorld(url: string, ...words: string[]): Promise<void> {
  expect(await inkling(['world', ...words, '--target', url], { cwd })).toMatchObject({ code: 0 })
}

const exported = (baseUrl: string) =>
  createClient({ baseUrl, fetch, adminKey: () => announcedAdminKey(baseUrl, homeIn(cwd)) }).exportWorld()

let inMemory: object

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-saved-'))
  const file = join(cwd, 'complete.json')
  await writeFile(file, JSON.stringify(world))
  const url = await serve('--memory')
  await onWorld(url, 'import', file, '--no-save')
  await onWorld(url, 'save', 'complete')
  inMemory = await exported(url)
  await stop()
})
afterEach(stop)
afterAll(() => rm(cwd, { recursive: true, force: true }))

test('is imported into memory as it is', () => {
  expect(inMemory).toEqual(world)
})

test.each<[store: string, options: () => Promise<string[]>]>([
  ['a data folder', async () => ['--data', join(cwd, 'data')]],
  ['PostgreSQL', async () => ['--store', await newSchema()]],
])('is restored into %s as it was', async (_, options) => {
  const store = await options()
  const url = await serve(...store)
  await onWorld(url, 'restore', 'complete', '--no-save', `--yes=${new URL(url).host}`)
  expect(await exported(url)).toEqual(world)
  await stop()
  expect(await exported(await serve(...store))).toEqual(world)
})
