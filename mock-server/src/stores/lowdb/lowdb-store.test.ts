import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeSuite } from '../store.suite.ts'
import { DataFolderError } from './data-folder-error.ts'
import { LowdbStore } from './lowdb-store.ts'

let root: string
let folders = 0
const freshFolder = () => join(root, `data-${folders++}`)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-store-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

let last = ''
storeSuite(
  'the lowdb store',
  () => {
    last = freshFolder()
    return LowdbStore.open(last)
  },
  () => LowdbStore.open(last),
)

const problemOf = (opening: Promise<LowdbStore>): Promise<string> =>
  opening.then(
    async (store) => {
      await store.close()
      return 'opened'
    },
    (error) => {
      expect(error).toBeInstanceOf(DataFolderError)
      return error.message
    },
  )

describe('a data folder', () => {
  test('keeps readable files, one for each day of games', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder)
    await store.transaction(async (tx) => tx.put('rollover', { id: 'rollover', day: '2026-03-08' }))
    await store.close()
    expect(JSON.parse(await readFile(join(folder, 'rollover.json'), 'utf8'))).toEqual({
      rollover: { id: 'rollover', day: '2026-03-08' },
    })
    expect(await readdir(folder)).not.toContain('lock')
  })

  test('is used by one process at a time', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder)
    expect(await problemOf(LowdbStore.open(folder))).toMatch(/is in use by process \d+\. Stop that one/)
    await store.close()
    expect(await problemOf(LowdbStore.open(folder))).toBe('opened')
  })

  test('is not locked by a process that has died, nor by a torn lock', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    // The largest id that Linux gives out is far below this one.
    await writeFile(join(folder, 'lock'), '99999999\n')
    expect(await problemOf(LowdbStore.open(folder))).toBe('opened')
    await writeFile(join(folder, 'lock'), '')
    expect(await problemOf(LowdbStore.open(folder))).toBe('opened')
  })

  test('with a damaged file is refused by name, and left as it is', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'users.json'), '{"ann": {"id"')
    expect(await problemOf(LowdbStore.open(folder))).toMatch(
      /users\.json \(13 bytes\) cannot be read: .+ backup/,
    )
    expect(await readFile(join(folder, 'users.json'), 'utf8')).toBe('{"ann": {"id"')
    expect(await readdir(folder)).not.toContain('lock')
  })

  test('that is a file, or lies below one, is refused with advice', async () => {
    const file = freshFolder()
    await writeFile(file, 'a file')
    expect(await problemOf(LowdbStore.open(file))).toMatch(
      /cannot be made: .* Choose another one with --data/,
    )
    expect(await problemOf(LowdbStore.open(join(file, 'below')))).toMatch(/Choose another one with --data/)
  })

  test('that cannot be written is refused with advice', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await chmod(root, 0o755)
    await chmod(folder, 0o500)
    const problem = await asOrdinaryUser(() => problemOf(LowdbStore.open(folder)))
    expect(problem).toMatch(/cannot be written: .* Mend its rights/)
  })
})

/** Nothing is unwritable to root, so root becomes 'nobody' for the while. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
