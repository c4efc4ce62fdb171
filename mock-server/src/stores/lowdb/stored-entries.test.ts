import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Checkpoints } from './checkpoints.ts'
import { readingError } from './data-folder-error.ts'
import { Manifest, type StoredFile } from './manifest.ts'
import { StoredEntries } from './stored-entries.ts'

const KEYS = ['a', 'b', 'c', 'é', 'd":', '"', '', 'e']

let folder: string
let stored: StoredEntries
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-stored-entries-'))
  stored = new StoredEntries(folder, readingError)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes a file in parts of three entries. */
const write = (...keys: string[]): Promise<StoredFile> =>
  new Checkpoints(folder, Manifest.empty(folder), 3).write(
    'games/2026-03-07',
    keys.map((key) => [key, { is: `the value of ${key}` }]),
    1,
  )

test('reads each entry of each part by its key', async () => {
  const file = await write(...KEYS)
  expect(file.parts).toHaveLength(3)
  for (const key of KEYS) expect(await stored.read(file, key)).toEqual({ is: `the value of ${key}` })
  for (const key of ['f', 'ab', 'd', 'd"']) expect(await stored.read(file, key), key).toBeUndefined()
})

test('tells apart keys with the same CRC-32', async () => {
  const file = await write('plumless')
  expect(await stored.read(file, 'buckeroo')).toBeUndefined()
  expect(await stored.read(file, 'plumless')).toBeDefined()
})

test('finds entries of any length', async () => {
  const long = 'é'.repeat(300_000)
  const file = await write('a', long, 'b')
  for (const key of ['a', long, 'b'])
    expect(await stored.read(file, key)).toEqual({ is: `the value of ${key}` })
})

test('refuses a file with a changed byte, names it, and reads it again once it is restored', async () => {
  const file = await write(...KEYS)
  const path = join(folder, file.parts[1] ?? '')
  const before = await readFile(path, 'utf8')
  await writeFile(path, before.replace('value', 'valve'))
  await expect(stored.read(file, 'a')).rejects.toThrow(`${path} is damaged: its checksum does not match`)
  await writeFile(path, before)
  expect(await stored.read(file, 'a')).toEqual({ is: 'the value of a' })
})

test('names a file that was truncated after one of its entries was read', async () => {
  const file = await write('a', 'b')
  await stored.read(file, 'a')
  const path = join(folder, file.parts[0] ?? '')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))
  for (const key of ['a', 'b']) await expect(stored.read(file, key)).rejects.toThrow(`${path} is damaged`)
})
