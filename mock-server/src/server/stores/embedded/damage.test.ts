import { cp, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import { nodeCodecs } from '../../platform/node-codecs.ts'
import { user } from '../shared/documents.fixture.ts'
import { EmbeddedStore } from './embedded-store.ts'
import { gameOfDay } from './game-of-day.fixture.ts'

/*
 * A changed, truncated or missing file is reported by name when it is read, even if its text is still valid JSON. The
 * file itself is not modified.
 */

const png = Uint8Array.from({ length: 300 }, (_, at) => at % 251)
const drawing = nodeCodecs.sha256(png)

let root: string
let whole: string
let copies = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-damage-'))
  whole = join(root, 'whole')
  const store = await EmbeddedStore.open(whole)
  await store.transaction(async (tx) => {
    tx.insert('users', user('ann'))
    tx.insert('rollover', { id: 'rollover', day: '2026-03-07' })
    tx.insert('games', gameOfDay('2026-03-06'))
    tx.insert('games', gameOfDay('2026-03-07', { completedAt: null }))
    tx.putBlob(drawing, png)
  })
  await store.close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The contents of a folder as text, or why it cannot be read. */
async function readAll(folder: string): Promise<string> {
  const problems: unknown[] = []
  try {
    const store = await EmbeddedStore.open(folder, { onProblem: (problem) => problems.push(problem) })
    try {
      const read = await store.transaction(async (tx) => [
        (await everythingIn(store)).users,
        await tx.get('rollover', 'rollover'),
        await tx.peekSearch('gamesToClose', '9999-12-31', '9999-12-31T00:00:00.000Z', 100),
        await tx.peekSearch('gamesOfPlayer', 'ann'),
        (await everythingIn(store)).games,
        Buffer.from((await tx.blobs([drawing])).get(drawing) ?? []).toString('hex'),
      ])
      return JSON.stringify(read) + problems.join()
    } finally {
      await store.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const FILES = [
  'folder.json',
  'users.json',
  'rollover.json',
  'games/2026-03-06.json',
  'games/2026-03-07.json',
  'journal-2.log',
  `drawings/${drawing.slice(0, 2)}/${drawing}`,
]

const contentOf = (path: string) => readFile(path).catch(() => null)

async function spoilt(
  file: string,
  spoil: (path: string, size: number) => Promise<unknown>,
): Promise<string> {
  const folder = join(root, `copy-${copies++}`)
  await cp(whole, folder, { recursive: true })
  const path = join(folder, file)
  await spoil(path, (await readFile(path)).length)
  const damaged = await contentOf(path)
  const output = await readAll(folder)
  expect(await contentOf(path)).toEqual(damaged)
  await rm(folder, { recursive: true })
  return output
}

test('the folder has one file of each kind', async () => {
  const found = await readdir(whole, { recursive: true })
  expect(found).toEqual(expect.arrayContaining(FILES))
})

describe.each(FILES)('%s', (file) => {
  test('with a flipped byte at any position', async () => {
    const { length } = await readFile(join(whole, file))
    for (let part = 0; part < 6; part++) {
      const at = Math.min(length - 1, Math.floor((part * length) / 5))
      const output = await spoilt(file, async (path) => {
        const bytes = await readFile(path)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << part)
        await writeFile(path, bytes)
      })
      expect(output, `byte ${at}`).toMatch(/ is damaged: .*Restore (it|the folder)/)
      expect(output, `byte ${at}`).toContain(file)
    }
  })

  test('cut off at any position', async () => {
    // A torn line of a journal was never acknowledged.
    const parts = file.startsWith('journal') ? [0] : [0, 0.7]
    for (const part of parts) {
      const output = await spoilt(file, (path, size) => truncate(path, Math.floor(size * part)))
      expect(output, `${part}`).toMatch(/ is damaged: .*Restore (it|the folder)/)
      expect(output, `${part}`).toContain(file)
    }
  })

  test('missing', async () => {
    const output = await spoilt(file, (path) => rm(path))
    expect(output).toMatch(/ is damaged: it is missing\. Restore (it|the folder)/)
    expect(output).toContain(file)
  })
})

test('a file of zeroes is damaged', async () => {
  for (const file of [...FILES, 'version']) {
    const output = await spoilt(file, (path, size) => writeFile(path, Buffer.alloc(size)))
    expect(output, file).toMatch(/ is damaged: .*Restore (it|the folder)/)
  }
})

test('a missing version file is reported', async () => {
  expect(await spoilt('version', (path) => rm(path))).toContain('version is damaged: it is missing.')
})

test('an outdated list of files is reported', async () => {
  const output = await spoilt('folder.json', async (path) => {
    await writeFile(join(path, '../journal-3.log'), await readFile(join(path, '../journal-2.log')))
    const file = await open(join(path, '../journal-3.log'), 'a')
    await file.appendFile('more')
    await file.close()
  })
  expect(output).toContain('folder.json is damaged: it does not name journal-3.log.')
})

test('a damaged drawing is reported once, and the rest can be read', async () => {
  const output = await spoilt(`drawings/${drawing.slice(0, 2)}/${drawing}`, (path) => writeFile(path, 'x'))
  expect(output).toContain('"username":"ann"')
  expect(output.match(/does not match its name, a SHA-256/g)).toHaveLength(1)
})

test('an undamaged folder can be read', async () => {
  const copy = join(root, 'untouched')
  await cp(whole, copy, { recursive: true })
  expect(await readAll(copy)).toContain('"username":"ann"')
})
