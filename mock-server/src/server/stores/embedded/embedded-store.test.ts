import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { nodeCodecs } from '../../platform/node-codecs.ts'
import { drawingEntry, user } from '../shared/documents.fixture.ts'
import { storeSuite } from '../shared/store.suite.ts'
import { DataFolderError } from './data-folder-error.ts'
import { EmbeddedStore } from './embedded-store.ts'
import { gameOfDay } from './game-of-day.fixture.ts'
import { Journal } from './journal.ts'

let root: string
let folders = 0
const freshFolder = () => join(root, `data-${folders++}`)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-store-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

let last = ''
storeSuite(
  'the embedded store',
  () => {
    last = freshFolder()
    return EmbeddedStore.open(last, { forgetAfterMs: 0 })
  },
  () => EmbeddedStore.open(last),
  async (work) => {
    // A file where the folder of drawings should be fails like a full disk.
    await writeFile(join(last, 'drawings'), '')
    await work()
    await rm(join(last, 'drawings'))
  },
)

const problemOf = (opening: Promise<EmbeddedStore>): Promise<string> =>
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
  test('that cannot be written refuses new writes, serves stored data, and can be closed', async () => {
    const folder = freshFolder()
    await (await EmbeddedStore.open(folder)).close()
    // A file where a folder should be, or the reverse, fails like a full disk.
    await writeFile(join(folder, 'drawings'), '')
    const problems: unknown[] = []
    const store = await EmbeddedStore.open(folder, { onProblem: (problem) => problems.push(problem) })
    await storeGame(store, '2026-03-07')
    const drawing = store.transaction(async (tx) => {
      await putRollover(tx, '2026-03-08')
      tx.putBlob('a'.repeat(64), Uint8Array.of(1))
    })
    await expect(drawing).rejects.toThrow(StoreUnavailableError)
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toMatchObject({
      day: '2026-03-07',
    })
    const inTheWay = join(folder, 'rollover.json')
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
      const store = await EmbeddedStore.open(folder)
      await storeGame(store, '2026-03-07')
      await store.transaction(async (tx) => tx.putBlob('a'.repeat(64), Uint8Array.of(1)))
      await store.close()
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      expect(entries.length).toBeGreaterThan(6)
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
    await (await EmbeddedStore.open(folder)).close()
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    expect((await stat(join(folder, 'version'))).mode & 0o777).toBe(0o600)
  })

  test('keeps a file per day, and removes the file of a day without games', async () => {
    const folder = freshFolder()
    const gamesOf = async (...days: string[]) => {
      const store = await EmbeddedStore.open(folder)
      await store.replaceAll((data) =>
        data.insert(
          'games',
          days.map((day) => gameOfDay(day)),
        ),
      )
      await store.close()
      return (await readdir(join(folder, 'games'))).sort()
    }
    expect(await gamesOf('2026-03-07', '2026-03-08')).toEqual(['2026-03-07.json', '2026-03-08.json'])
    expect(await gamesOf('2026-03-08')).toEqual(['2026-03-08.json'])
    expect(await gamesOf()).toEqual([])
  })

  test('can be edited by hand if the checksum is removed', async () => {
    const folder = freshFolder()
    const store = await EmbeddedStore.open(folder)
    await storeGame(store, '2026-03-07')
    await store.close()
    const path = join(folder, 'rollover.json')
    const edited = (await readFile(path, 'utf8')).replace('03-07', '03-08')
    await writeFile(path, edited)
    expect(await problemOf(EmbeddedStore.open(folder))).toMatch(
      /rollover\.json is damaged: its checksum does not match\..* If you have edited the file, remove its checksum/,
    )
    await writeFile(path, edited.replace(/,"":"crc32 [0-9a-f]{8}"/, ''))
    expect(await storedDay(folder)).toBe('2026-03-08')
    await writeFile(path, edited.replace('"id":', '"id"'))
    expect(await problemOf(EmbeddedStore.open(folder))).toMatch(
      /rollover\.json is damaged: it is not valid JSON\./,
    )
  })

  test('has a game once, on its new day, after the day was edited', async () => {
    const folder = freshFolder()
    const store = await EmbeddedStore.open(folder)
    await store.transaction(async (tx) => tx.insert('games', gameOfDay('2026-03-07')))
    await store.close()
    const path = join(folder, 'games/2026-03-07.json')
    const edited = (await readFile(path, 'utf8')).replace('"day":"2026-03-07"', '"day":"2026-03-09"')
    await writeFile(path, edited.replace(/,"":"crc32 [0-9a-f]{8}"/, ''))
    const again = await EmbeddedStore.open(folder)
    expect((await everythingIn(again)).games).toMatchObject([{ day: '2026-03-09' }])
    expect(await again.transaction((tx) => tx.peekSearch('gamesOfDay', '2026-03-07'))).toEqual([])
    expect(await again.transaction((tx) => tx.peekSearch('gamesOfDay', '2026-03-09'))).toHaveLength(1)
    await again.close()
  })

  test('removes leftovers of a crash, and no other files', async () => {
    const folder = freshFolder()
    const store = await EmbeddedStore.open(folder)
    await putUsers(store, range(0, 3))
    await store.transaction(async (tx) => tx.insert('games', gameOfDay('2026-03-07')))
    await store.close()
    const leftOver = ['games/2026-03-08.json', 'users.json.123-4.tmp', 'journal-1.log']
    await Promise.all(leftOver.map((name) => writeFile(join(folder, name), '')))
    const foreign = ['notes.json', 'games/chess.json']
    for (const name of foreign) await writeFile(join(folder, name), 'mine')
    await (await EmbeddedStore.open(folder)).close()
    const left = await readdir(folder, { recursive: true })
    expect(leftOver.filter((name) => left.includes(name))).toEqual([])
    expect(left).toEqual(expect.arrayContaining(foreign))
  })

  test('is created again if its creation was interrupted', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'version'), '3\n')
    await writeFile(join(folder, 'folder.json.1-1.tmp'), '{')
    const store = await EmbeddedStore.open(folder)
    await storeGame(store, '2026-03-07')
    await store.close()
    expect(await storedDay(folder)).toBe('2026-03-07')
  })

  test('stores nothing of a transaction that cannot be encoded', async () => {
    const store = await EmbeddedStore.open(freshFolder())
    const unwritable = { id: 'rollover', day: 1n } as unknown as { id: 'rollover'; day: string }
    const writing = store.transaction(async (tx) => tx.insert('rollover', unwritable))
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
    const store = await EmbeddedStore.open(folder)
    const names = ['__proto__', 'constructor', 'hasOwnProperty', '1', 'crc32']
    const token = (name: string) =>
      ({ token: name, platform: 'web', userId: 'ann', deviceId: null, createdAt: NOON }) as const
    await store.transaction(async (tx) => names.forEach((name) => void tx.insert('pushTokens', token(name))))
    await store.close()
    const again = await EmbeddedStore.open(folder)
    const stored = await again.transaction((tx) => tx.find('pushTokens', 'user', 'ann'))
    await again.close()
    expect(stored.map((each) => each.token).sort()).toEqual([...names].sort())
  })

  test('that is a file, or is below one, is refused with advice', async () => {
    const file = freshFolder()
    await writeFile(file, 'a file')
    expect(await problemOf(EmbeddedStore.open(file))).toMatch(
      /cannot be created: .* Choose another one with --data/,
    )
    expect(await problemOf(EmbeddedStore.open(join(file, 'below')))).toMatch(/Choose another one with --data/)
  })

  test.runIf(process.platform === 'linux').each(['/proc/inkling', '/proc/inkling/below'])(
    'at %s, where no folders can be made, is refused with advice',
    async (folder) => {
      expect(await problemOf(EmbeddedStore.open(folder))).toMatch(
        /\/proc\/inkling\S* cannot be created: ENOENT.* Choose another one with --data/,
      )
    },
  )

  test('that cannot be written is refused with advice', async () => {
    const folder = freshFolder()
    await mkdir(folder)
    await chmod(root, 0o755)
    await chmod(folder, 0o555)
    const problem = await asOrdinaryUser(() => problemOf(EmbeddedStore.open(folder)))
    expect(problem).toMatch(/cannot be written: .* Change its permissions/)
  })

  test('of another version, or with a damaged version file, is refused', async () => {
    const folder = freshFolder()
    await (await EmbeddedStore.open(folder)).close()
    await writeFile(join(folder, 'version'), '4\n')
    expect(await problemOf(EmbeddedStore.open(folder))).toMatch(
      /has version 4, but this program supports version 3\. Run the Inkling that wrote it/,
    )
    await writeFile(join(folder, 'version'), '2\n')
    expect(await problemOf(EmbeddedStore.open(folder))).toMatch(
      /has version 2, but this program supports version 3\./,
    )
    await writeFile(join(folder, 'version'), 'x')
    expect(await problemOf(EmbeddedStore.open(folder))).toMatch(/version is damaged/)
  })

  test.each(['1.4.2', '3'])(
    'of another program with a file "version" (%s) is refused, and not changed',
    async (text) => {
      const folder = freshFolder()
      await mkdir(folder)
      await chmod(folder, 0o755)
      await writeFile(join(folder, 'version'), text)
      await writeFile(join(folder, 'app.js'), '')
      expect(await problemOf(EmbeddedStore.open(folder))).toMatch(
        /is not a data folder: its file `version` belongs to another program\./,
      )
      expect((await stat(folder)).mode & 0o777).toBe(0o755)
      expect((await readdir(folder)).sort()).toEqual(['app.js', 'version'])
    },
  )

  test('can be read while nothing in it can be changed, and is not changed', async () => {
    const folder = await killedFolder(['2026-03-07', '2026-03-08'])
    await appendFile(join(folder, 'journal-1.log'), '1234abcd [{"coll')
    const before = await filesIn(folder)
    await asReadOnly(folder, async () => {
      const store = await EmbeddedStore.open(folder, { isReadOnly: true })
      expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toMatchObject({
        day: '2026-03-08',
      })
      await expect(storeGame(store, '2026-03-09')).rejects.toThrow(StoreUnavailableError)
      await store.close()
    })
    expect(await filesIn(folder)).toEqual(before)
  })

  test('that a server uses is not read by a copy, and the reverse', async () => {
    const folder = freshFolder()
    const store = await EmbeddedStore.open(folder)
    const read = () => EmbeddedStore.open(folder, { isReadOnly: true })
    expect(await problemOf(read())).toMatch(/is in use by process \d+/)
    await store.close()
    const reading = await read()
    expect(await problemOf(EmbeddedStore.open(folder))).toMatch(/is in use by another process/)
    await reading.close()
    expect(await problemOf(EmbeddedStore.open(folder))).toBe('opened')
  })

  test.each([
    ['removed', 'write'],
    ['removed', 'check'],
    ['replaced', 'write'],
    ['replaced', 'check'],
  ])('that is %s while it is used refuses all calls from the next %s on', async (how, looks) => {
    const folder = freshFolder()
    const problems: unknown[] = []
    const store = await EmbeddedStore.open(folder, { onProblem: (problem) => problems.push(problem) })
    await storeGame(store, '2026-03-07')
    if (how === 'removed') await rm(folder, { recursive: true })
    else {
      await rename(folder, `${folder}-moved`)
      await cp(`${folder}-moved`, folder, { recursive: true })
    }
    const lost = { isUnreachable: true, message: expect.stringContaining('was removed or replaced') }
    const look = () => (looks === 'check' ? store.check() : storeGame(store, '2026-03-08'))
    await expect(look()).rejects.toMatchObject(lost)
    await expect(store.transaction((tx) => tx.peekCount('users'))).rejects.toMatchObject(lost)
    await store.close()
    expect(problems).toHaveLength(how === 'removed' ? 1 : 0)
  })
})

describe('drawings', () => {
  const PNG = Uint8Array.of(1, 2, 3)
  const NAME = nodeCodecs.sha256(PNG)
  const drawn = (day: string) => ({ ...gameOfDay(day), entries: [drawingEntry(NAME)] })
  const stored = async (folder: string) =>
    (await readdir(join(folder, 'drawings'), { recursive: true })).filter((name) => name.includes('/'))

  async function withDrawing(folder: string): Promise<EmbeddedStore> {
    const store = await EmbeddedStore.open(folder)
    await store.transaction(async (tx) => {
      tx.insert('games', drawn('2026-03-07'))
      tx.putBlob(NAME, PNG)
    })
    return store
  }

  test('are kept if a game names them while unused ones are removed', async () => {
    const folder = freshFolder()
    const store = await withDrawing(folder)
    const put = (day: string) =>
      store.transaction(async (tx) => {
        const before = await tx.get('games', `game of ${day}`)
        if (before) tx.replace('games', before, drawn(day))
        else tx.insert('games', drawn(day))
        tx.putBlob(NAME, PNG)
      })
    for (let at = 0; at < 30; at++) {
      const clearing = store.replaceAll(async () => {})
      for (let turn = 0; turn < at; turn++) await new Promise(setImmediate)
      await put('2026-03-09')
      await clearing
      await store.settle()
      if ((await store.transaction((tx) => tx.peekCount('games'))) > 0)
        expect(await store.transaction(async (tx) => (await tx.blobs([NAME])).get(NAME))).toEqual(
          Buffer.from(PNG),
        )
    }
    await store.close()
  })

  test('without a game, left by a killed process, are removed by the next snapshot', async () => {
    const folder = await killedFolder(['2026-03-07'])
    await mkdir(join(folder, 'drawings', NAME.slice(0, 2)), { recursive: true })
    for (const name of [NAME, `${NAME}.12345-6.tmp`])
      await writeFile(join(folder, 'drawings', NAME.slice(0, 2), name), PNG)
    await (await EmbeddedStore.open(folder)).close()
    expect(await stored(folder)).toEqual([])
  })
})

/** The content of each file below a folder. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')])),
  )
}

/** Runs `work` as a user who may read everything in a folder, and write nothing. */
async function asReadOnly(folder: string, work: () => Promise<void>): Promise<void> {
  await chmod(root, 0o755)
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name)
    await chmod(path, (await stat(path)).isDirectory() ? 0o555 : 0o444)
  }
  await asOrdinaryUser(work)
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name)
    await chmod(path, (await stat(path)).isDirectory() ? 0o700 : 0o600)
  }
}

/** A folder as a killed process leaves it: everything in the journal, nothing in document files. */
async function killedFolder(days: string[]): Promise<string> {
  const living = freshFolder()
  const store = await EmbeddedStore.open(living)
  for (const day of days) await storeGame(store, day)
  const dead = freshFolder()
  await cp(living, dead, { recursive: true, filter: (path) => basename(path) !== 'lock' })
  await store.close()
  return dead
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

const putUsers = (store: EmbeddedStore, numbers: readonly number[]) =>
  store.transaction(async (tx) => {
    for (const number of numbers) {
      const before = await tx.get('users', `user ${number}`)
      if (before) tx.replace('users', before, before)
      else tx.insert('users', user(`user ${number}`))
    }
  })

async function putRollover(tx: Transaction, day: string): Promise<void> {
  const before = await tx.get('rollover', 'rollover')
  const after = { id: 'rollover', day } as const
  if (before) tx.replace('rollover', before, after)
  else tx.insert('rollover', after)
}

const storeGame = (store: EmbeddedStore, day: string) =>
  store.transaction(async (tx) => {
    await putRollover(tx, day)
  })
const storedDay = async (folder: string) => {
  const store = await EmbeddedStore.open(folder)
  const stored = await store.transaction((tx) => tx.get('rollover', 'rollover'))
  await store.close()
  return stored?.day
}

describe('the journal', () => {
  test.each([1, 5, 9, 20])('drops a last line torn by %i bytes: it was never acknowledged', async (bytes) => {
    const folder = await killedFolder(['2026-03-07', '2026-03-08'])
    const path = join(folder, 'journal-1.log')
    await truncate(path, (await stat(path)).size - bytes)
    expect(await storedDay(folder)).toBe('2026-03-07')
  })

  test('has a batch of transactions that do not depend on each other in one write', async () => {
    const append = vi.spyOn(Journal.prototype, 'append')
    const store = await EmbeddedStore.open(freshFolder())
    append.mockClear()
    await Promise.all(range(0, 20).map((number) => putUsers(store, [number])))
    expect(append.mock.calls.length).toBe(1)
    await Promise.all(range(0, 20).map((number) => putUsers(store, [number % 2])))
    expect(append.mock.calls.length).toBeGreaterThan(1)
    append.mockRestore()
    await store.close()
  })

  test('makes reads wait for nothing', async () => {
    const store = await EmbeddedStore.open(freshFolder())
    let letThrough = () => {}
    const pending = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const append = vi.spyOn(Journal.prototype, 'append').mockReturnValueOnce(pending)
    const writing = storeGame(store, '2026-03-07')
    await vi.waitFor(() => expect(append).toHaveBeenCalled())
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toBeUndefined()
    letThrough()
    await writing
    expect(await store.transaction((tx) => tx.get('rollover', 'rollover'))).toBeDefined()
    await store.close()
  })

  test('remains short if each write waits until the store has settled', async () => {
    const store = await EmbeddedStore.open(freshFolder(), { maxJournalBytes: 2000 })
    const sizes: number[] = []
    for (let at = 0; at < 200; at++) {
      await storeGame(store, '2026-05-01')
      await store.settle()
      sizes.push(store.figures().journalBytes ?? Number.NaN)
    }
    expect(Math.max(...sizes)).toBeLessThan(2200)
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
