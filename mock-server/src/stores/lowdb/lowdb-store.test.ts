import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StoreUnavailableError } from '../../engine/store.ts'
import { copiedStoreSuite } from '../shared/copied-store.suite.ts'
import { storeSuite } from '../shared/store.suite.ts'
import { DataFolderError } from './data-folder-error.ts'
import { Journal } from './journal.ts'
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
  async (work) => {
    // A file where the folder of drawings should be fails like a full disk.
    await writeFile(join(last, 'drawings'), '')
    await work()
    await rm(join(last, 'drawings'))
  },
)

copiedStoreSuite('the lowdb store as part of a copy', () => LowdbStore.open(freshFolder()))

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
  test('has readable files and an empty journal after it is closed', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder)
    await store.transaction(async (tx) => tx.put('rollover', { id: 'rollover', day: '2026-03-08' }))
    await store.close()
    expect(JSON.parse(await readFile(join(folder, 'rollover.2-1.json'), 'utf8'))).toEqual({
      rollover: { id: 'rollover', day: '2026-03-08' },
      '': expect.stringMatching(/^crc32 [0-9a-f]{8}$/),
    })
    expect((await readdir(folder)).sort()).toEqual([
      'catalogue',
      'games',
      'index',
      'journal-2.log',
      'lock',
      'manifest.json',
      'rollover.2-1.json',
      'version',
    ])
    expect(await readFile(join(folder, 'journal-2.log'), 'utf8')).toMatch(/^[0-9a-f]{8} \{"journal":2\}\n$/)
  })

  test('is used by one process at a time', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder)
    expect(await problemOf(LowdbStore.open(folder))).toMatch(/is in use by process \d+ on \S+\. Stop it/)
    await store.close()
    expect(await problemOf(LowdbStore.open(folder))).toBe('opened')
  })

  test('with a damaged file is refused by name, and not changed', async () => {
    const folder = freshFolder()
    await (await LowdbStore.open(folder)).close()
    await writeFile(join(folder, 'manifest.json'), '{"files": {')
    expect(await problemOf(LowdbStore.open(folder))).toMatch(/manifest\.json is damaged: .+ backup/)
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe('{"files": {')
    expect(await readFile(join(folder, 'lock'), 'utf8')).toBe('')
  })

  test('that cannot be written refuses new writes, serves stored data, and can be closed', async () => {
    const folder = freshFolder()
    await (await LowdbStore.open(folder)).close()
    // A file where a folder should be, or the reverse, fails like a full disk.
    await writeFile(join(folder, 'drawings'), '')
    const problems: unknown[] = []
    const store = await LowdbStore.open(folder, { onProblem: (problem) => problems.push(problem) })
    await storeGame(store, '2026-03-07')
    const drawing = store.transaction(async (tx) => {
      tx.put('rollover', { id: 'rollover', day: '2026-03-08' })
      tx.putBlob('a'.repeat(64), Uint8Array.of(1))
    })
    await expect(drawing).rejects.toThrow(StoreUnavailableError)
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toMatchObject({
      day: '2026-03-07',
    })
    const inTheWay = join(folder, 'rollover.2-1.json')
    await mkdir(join(inTheWay, 'a folder'), { recursive: true })
    await store.close()
    expect(problems).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await rm(inTheWay, { recursive: true })
    expect(await storedDay(folder)).toBe('2026-03-07')
  })

  test('is readable by its owner only, with all its files', async () => {
    for (const folder of [freshFolder(), freshFolder()]) {
      // The first folder exists already; the store creates the second.
      if (folder.endsWith('0')) await mkdir(folder, { mode: 0o755 })
      const store = await LowdbStore.open(folder)
      await storeGame(store, '2026-03-07')
      await store.transaction(async (tx) => tx.putBlob('a'.repeat(64), Uint8Array.of(1)))
      await store.close()
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      expect(entries.length).toBeGreaterThan(7)
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        expect((await stat(path)).mode & 0o777, path).toBe(entry.isDirectory() ? 0o700 : 0o600)
      }
    }
  })

  test('with other files keeps its permissions', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await chmod(folder, 0o755)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    await (await LowdbStore.open(folder)).close()
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    expect((await stat(join(folder, 'version'))).mode & 0o777).toBe(0o600)
  })

  test('splits large collections into parts, and removes replaced parts', async () => {
    const folder = freshFolder()
    const open = () => LowdbStore.open(folder, { partDocuments: 4 })
    for (const ids of [range(0, 10), range(5, 15)]) {
      const store = await open()
      await putUsers(store, ids)
      await store.close()
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('users')).sort()).toEqual(
      range(1, 5).map((part) => `users.3-${part}.json`),
    )
    const again = await open()
    expect(await again.transaction((tx) => tx.count('users'))).toBe(15)
    await putUsers(again, [])
    await again.close()
  })

  test('removes leftovers of a crash, unless a part is missing', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder)
    await putUsers(store, range(0, 3))
    await store.close()
    const leftOver = [
      'users.9-1.json',
      'games/2026-03-07.9-1.json',
      'users.2-1.json.123-4.tmp',
      'journal-1.log',
    ]
    const lay = () => Promise.all(leftOver.map((name) => writeFile(join(folder, name), '')))
    await lay()
    const foreign = ['notes.json', 'users.json', 'games/chess.json', 'games/2026-03-07.json']
    for (const name of foreign) await writeFile(join(folder, name), 'mine')
    const again = await LowdbStore.open(folder)
    await putUsers(again, range(3, 4))
    await again.close()
    const left = await readdir(folder, { recursive: true })
    expect(leftOver.filter((name) => left.includes(name))).toEqual([])
    expect(left).toEqual(expect.arrayContaining(foreign))

    await lay()
    await rm(join(folder, 'users.3-1.json'))
    expect(await problemOf(LowdbStore.open(folder))).toMatch(/users\.3-1\.json is damaged: it is missing\./)
    expect(await readdir(folder, { recursive: true })).toEqual(expect.arrayContaining(leftOver))
  })

  test('stores nothing of a transaction that cannot be encoded', async () => {
    const store = await LowdbStore.open(freshFolder())
    const unwritable = { id: 'rollover', day: 1n } as unknown as { id: 'rollover'; day: string }
    const writing = store.transaction(async (tx) => tx.put('rollover', unwritable))
    await expect(writing).rejects.toThrow(StoreUnavailableError)
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toBeUndefined()
    await storeGame(store, '2026-03-07')
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toMatchObject({
      day: '2026-03-07',
    })
    await store.close()
  })

  test('stores documents whose ids are names of object properties', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder)
    const names = ['__proto__', 'constructor', 'hasOwnProperty', '1', 'crc32']
    const token = (name: string) =>
      ({ token: name, platform: 'web', userId: 'ann', deviceId: null, createdAt: NOON }) as const
    await store.transaction(async (tx) => names.forEach((name) => void tx.put('pushTokens', token(name))))
    await store.close()
    const again = await LowdbStore.open(folder)
    const stored = await again.transaction((tx) => tx.find('pushTokens', 'user', 'ann'))
    await again.close()
    expect(stored.map((each) => each.token).sort()).toEqual([...names].sort())
  })

  test('that is a file, or is below one, is refused with advice', async () => {
    const file = freshFolder()
    await writeFile(file, 'a file')
    expect(await problemOf(LowdbStore.open(file))).toMatch(
      /cannot be created: .* Choose another one with --data/,
    )
    expect(await problemOf(LowdbStore.open(join(file, 'below')))).toMatch(/Choose another one with --data/)
  })

  test('that cannot be written is refused with advice', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await chmod(root, 0o755)
    await chmod(folder, 0o500)
    const problem = await asOrdinaryUser(() => problemOf(LowdbStore.open(folder)))
    expect(problem).toMatch(/cannot be written: .* Change its permissions/)
  })

  test('of a newer version, or with a damaged version file, is refused', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'version'), '3\n')
    expect(await problemOf(LowdbStore.open(folder))).toMatch(
      /has version 3, but this program supports only up to version 2\./,
    )
    await writeFile(join(folder, 'version'), 'x')
    expect(await problemOf(LowdbStore.open(folder))).toMatch(/version is damaged/)
  })
})

/** A folder as a killed process leaves it: everything in the journal, nothing in checkpoints. */
async function killedFolder(days: string[]): Promise<string> {
  const living = freshFolder()
  const store = await LowdbStore.open(living)
  for (const day of days) await storeGame(store, day)
  const dead = freshFolder()
  await cp(living, dead, { recursive: true, filter: (path) => basename(path) !== 'lock' })
  await store.close()
  return dead
}

const NOON = '2026-03-07T17:00:00.000Z'

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

const putUsers = (store: LowdbStore, numbers: readonly number[]) =>
  store.transaction(async (tx) => {
    for (const number of numbers) {
      await tx.get('users', `user ${number}`)
      tx.put('users', {
        id: `user ${number}`,
        deviceHash: `hash ${number}`,
        username: `Player${number}`,
        avatar: null,
        groupId: null,
        finishedOnboarding: true,
        pushNotifications: true,
        createdAt: NOON,
        groupsFounded: 0,
      })
    }
  })

const storeGame = (store: LowdbStore, day: string) =>
  store.transaction(async (tx) => {
    await tx.get('rollover', 'rollover')
    tx.put('rollover', { id: 'rollover', day })
  })
const storedDay = async (folder: string) => {
  const store = await LowdbStore.open(folder)
  const stored = await store.transaction((tx) => tx.get('rollover', 'rollover'))
  await store.close()
  return stored?.day
}

describe('the journal', () => {
  test('has all acknowledged transactions after the process is killed', async () => {
    expect(await storedDay(await killedFolder(['2026-03-07', '2026-03-08']))).toBe('2026-03-08')
  })

  test.each([1, 5, 20])('drops a last line torn by %i bytes: it was never acknowledged', async (bytes) => {
    const folder = await killedFolder(['2026-03-07', '2026-03-08'])
    const path = join(folder, 'journal-1.log')
    await truncate(path, (await stat(path)).size - bytes)
    expect(await storedDay(folder)).toBe('2026-03-07')
  })

  test('with a changed last byte is refused: the line was complete, so it was acknowledged', async () => {
    const folder = await killedFolder(['2026-03-07', '2026-03-08'])
    const path = join(folder, 'journal-1.log')
    const bytes = await readFile(path)
    bytes[bytes.length - 1] = 0x0b
    await writeFile(path, bytes)
    expect(await problemOf(LowdbStore.open(folder))).toMatch(/journal-1\.log:3 is damaged/)
    expect(await readFile(path)).toEqual(bytes)
  })

  test('with a flipped byte is refused by line, and not changed', async () => {
    const folder = await killedFolder(['2026-03-07', '2026-03-08'])
    const path = join(folder, 'journal-1.log')
    const bytes = await readFile(path)
    bytes[60] = (bytes[60] ?? 0) ^ 1
    await writeFile(path, bytes)
    expect(await problemOf(LowdbStore.open(folder))).toMatch(
      /journal-1\.log:2 is damaged: its checksum does not match/,
    )
    expect(await readFile(path)).toEqual(bytes)
  })

  test('stores concurrent transactions in order', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder, { checkpointBytes: Number.POSITIVE_INFINITY })
    const days = Array.from({ length: 50 }, (_, at) => `2026-04-${String(1 + (at % 30)).padStart(2, '0')}`)
    await Promise.all(days.map((day) => storeGame(store, day)))
    const lines = (await readFile(join(folder, 'journal-1.log'), 'utf8')).trim().split('\n')
    expect(lines.slice(1).map((line) => JSON.parse(line.slice(9))[0].document.day)).toEqual(days)
    await store.close()
  })

  test('gets a line only when the lines of the previous journal are on disk', async () => {
    const pending = new Map<Journal, number>()
    let overlaps = 0
    const append = Journal.prototype.append
    const spy = vi.spyOn(Journal.prototype, 'append').mockImplementation(async function (
      this: Journal,
      line,
    ) {
      if (line.includes('{"journal":')) return append.call(this, line)
      if ([...pending].some(([journal, lines]) => journal !== this && lines > 0)) overlaps++
      pending.set(this, (pending.get(this) ?? 0) + 1)
      await append.call(this, line)
      pending.set(this, (pending.get(this) ?? 0) - 1)
    })
    const store = await LowdbStore.open(freshFolder(), { checkpointBytes: 1 })
    const player = async (name: number) => {
      for (let at = 0; at < 100; at++) {
        // Players call at different moments, so that lines queue behind a write.
        for (let turn = 0; turn < name; turn++) await new Promise(setImmediate)
        await storeGame(store, '2026-05-01')
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, name) => player(name)))
    await store.close()
    spy.mockRestore()
    expect(pending.size).toBeGreaterThan(2)
    expect(overlaps).toBe(0)
  })

  test('is checkpointed when it has grown, while transactions continue', async () => {
    const folder = freshFolder()
    const problems: unknown[] = []
    const store = await LowdbStore.open(folder, {
      checkpointBytes: 2000,
      onProblem: (it) => problems.push(it),
    })
    for (let at = 0; at < 200; at++)
      await storeGame(store, `2026-05-${String(1 + (at % 30)).padStart(2, '0')}`)
    await store.close()
    const journals = (await readdir(folder)).filter((name) => name.startsWith('journal'))
    expect(journals).toHaveLength(1)
    expect(Number(journals[0]?.match(/\d+/)?.[0])).toBeGreaterThan(3)
    expect(await storedDay(folder)).toBe('2026-05-20')
    expect(problems).toEqual([])
  })

  test('is checkpointed only when it is as large as the files to rewrite', async () => {
    const folder = freshFolder()
    const store = await LowdbStore.open(folder, { checkpointBytes: 2000 })
    const putToken = (at: number) =>
      store.transaction(async (tx) =>
        tx.put('pushTokens', {
          token: `token ${at}`,
          platform: 'ios',
          userId: 'ann',
          deviceId: null,
          createdAt: '2026-05-01T12:00:00.000Z',
        }),
      )
    const newestJournal = async () =>
      Math.max(...(await readdir(folder)).map((name) => Number(/^journal-(\d+)/.exec(name)?.[1] ?? 0)))
    for (let at = 0; at < 400; at++) await putToken(at)
    // A checkpoint for every 2,000 bytes would mean over thirty. Here, each at least doubles the file.
    expect(await newestJournal()).toBeLessThan(10)
    expect(await newestJournal()).toBeGreaterThan(3)
    await store.close()
  })

  test('remains short if each write waits until the store has settled', async () => {
    const store = await LowdbStore.open(freshFolder(), { checkpointBytes: 2000 })
    const sizes: number[] = []
    for (let at = 0; at < 200; at++) {
      await storeGame(store, '2026-05-01')
      await store.settle()
      sizes.push(store.figures().journalBytes ?? Number.NaN)
    }
    expect(Math.max(...sizes)).toBeLessThan(2000)
    expect(sizes.filter((size, at) => size < (sizes[at - 1] ?? 0)).length).toBeGreaterThan(3)
    await store.close()
  })
})

/** Root can write everywhere, so it becomes 'nobody' during `work`. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
