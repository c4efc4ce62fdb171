import fs, { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Checkpoints } from './checkpoints.ts'
import { readingError } from './data-folder-error.ts'
import { Manifest, type StoredFile } from './manifest.ts'
import { indexOf } from './part-index.ts'
import { type KeysOf, StoredEntries } from './stored-entries.ts'

const KEYS = ['a', 'b', 'c', 'é', 'd":', '"', '', 'e']

let folder: string
let stored: StoredEntries<unknown>
const problems: unknown[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-stored-entries-'))
  stored = open()
  problems.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As after a start of the server. */
const open = (keysOf: KeysOf<unknown> = ([key]) => [key]) =>
  new StoredEntries<unknown>({
    folder,
    keysOf,
    problemOf: readingError,
    onProblem: (problem) => problems.push(problem),
  })

/** The values of the entries with a key. */
const read = async (file: StoredFile, key: string) => (await stored.find(file, key)).map(([, value]) => value)

/** Writes a file in parts of three entries. */
const write = (...keys: string[]): Promise<StoredFile> =>
  new Checkpoints(folder, Manifest.empty(folder), { partDocuments: 3 }).write(
    'games/2026-03-07',
    keys.map((key) => [key, { is: `the value of ${key}` }]),
    1,
  )

const contentOf = (key: string) => ({ is: `the value of ${key}` })

test('reads each entry of each part by its key', async () => {
  const file = await write(...KEYS)
  expect(file.parts).toHaveLength(3)
  for (const key of KEYS) expect(await read(file, key)).toEqual([contentOf(key)])
  for (const key of ['f', 'ab', 'd', 'd"']) expect(await read(file, key), key).toEqual([])
})

test('reads entries with several keys by each of them, once', async () => {
  // The last two have the same CRC-32.
  stored = open(([key]) => key.split(' '))
  const file = await write('a b', 'b c', 'b', 'b b', 'plumless buckeroo')
  await rm(join(folder, 'index'), { recursive: true })
  expect(await read(file, 'b')).toEqual(['a b', 'b c', 'b', 'b b'].map(contentOf))
  expect(await read(file, 'c')).toEqual([contentOf('b c')])
  for (const key of ['plumless', 'buckeroo']) {
    expect(await read(file, key)).toEqual([contentOf('plumless buckeroo')])
  }
})

test('tells apart keys with the same CRC-32', async () => {
  const file = await write('plumless')
  expect(await read(file, 'buckeroo')).toEqual([])
  expect(await read(file, 'plumless')).toHaveLength(1)
})

test('finds entries of any length', async () => {
  const long = 'é'.repeat(300_000)
  const file = await write('a', long, 'b')
  for (const key of ['a', long, 'b']) expect(await read(file, key)).toEqual([contentOf(key)])
})

test('refuses a changed entry, names its file, and reads it again once it is restored', async () => {
  const file = await write(...KEYS)
  const path = join(folder, file.parts[1] ?? '')
  const before = await readFile(path, 'utf8')
  await writeFile(path, before.replace('value', 'valve'))
  await expect(read(file, 'é')).rejects.toThrow(`${path} is damaged: the checksum of a line does not match`)
  await writeFile(path, before)
  expect(await read(file, 'é')).toEqual([contentOf('é')])
})

test('refuses a file with a changed first byte or checksum, and names it', async () => {
  const file = await write(...KEYS)
  const path = join(folder, file.parts[1] ?? '')
  const before = await readFile(path)
  for (const at of [0, before.length - 3]) {
    await writeFile(path, Buffer.from(before).fill('x', at, at + 1))
    await expect(read(file, 'a')).rejects.toThrow(`${path} is damaged: its `)
  }
})

test('names a file that was truncated after one of its entries was read', async () => {
  const file = await write('a', 'b')
  await read(file, 'a')
  const path = join(folder, file.parts[0] ?? '')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))
  for (const key of ['a', 'b']) await expect(read(file, key)).rejects.toThrow(`${path} is damaged`)
})

const damage: Record<string, (path: string, other: string) => Promise<unknown>> = {
  missing: (path) => rm(path),
  empty: (path) => writeFile(path, ''),
  truncated: async (path) => writeFile(path, (await readFile(path)).subarray(0, -8)),
  changed: async (path) => writeFile(path, (await readFile(path)).fill(1, 700, 701)),
  'all zeroes': async (path) => writeFile(path, (await readFile(path)).fill(0)),
  'the index of another part': async (path, other) => writeFile(path, await readFile(other)),
}

test.each(Object.entries(damage))('rebuilds an index that is %s when it is opened', async (_, spoil) => {
  const file = await write(...KEYS)
  const [first = '', second = ''] = file.parts.map((part) => join(folder, indexOf(part)))
  const before = await readFile(first)
  await spoil(first, second)
  for (const key of KEYS) expect(await read(file, key)).toEqual([contentOf(key)])
  expect(await readFile(first)).toEqual(before)
  expect(problems).toEqual([])
})

test.each(Object.entries(damage))('rebuilds an index that is %s after it was used', async (_, spoil) => {
  const file = await write(...KEYS)
  const [first = '', second = ''] = file.parts.map((part) => join(folder, indexOf(part)))
  await read(file, 'a')
  await spoil(first, second)
  await Promise.all(KEYS.map(async (key) => expect(await read(file, key)).toEqual([contentOf(key)])))
  expect(problems).toEqual([])
})

test('keeps an index in memory, and reports it, if it cannot be written', async () => {
  const file = await write(...KEYS)
  await rm(join(folder, 'index'), { recursive: true })
  vi.spyOn(fs, 'rename').mockRejectedValue(new Error('ENOSPC: no space left on device'))
  // Passes the spy to the store's named imports too.
  syncBuiltinESMExports()
  try {
    for (const key of KEYS) expect(await read(file, key)).toEqual([contentOf(key)])
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
  const paths = file.parts.map((part) => join(folder, indexOf(part)))
  expect(problems.map(String)).toEqual(
    paths.map((path) => `DataFolderError: ${path} cannot be written: ENOSPC: no space left on device`),
  )
})
