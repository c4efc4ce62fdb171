import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everythingIn } from '../../engine/everything-in.fixture.ts'
import { createGame, type Game } from '../../rules/game/game.ts'
import { user } from '../shared/user.fixture.ts'
import { EmbeddedStore } from './embedded-store.ts'
import { firstLine, journalLine } from './journal.ts'
import { sealedJson } from './sealed-json.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-version-2-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const NOON = '2026-03-07T17:00:00.000Z'

const game = (id: string, day: string, completedAt: string | null): Game => ({
  ...createGame({ id, kind: 'group', groupId: 'owls', day, word: 'cat', now: NOON, userIds: ['ann'] }),
  completedAt,
})

const put = (document: { id: string }, collection: string) => ({ collection, id: document.id, document })

/** Writes a folder of version 2 after a crash: two parts, two journals, the last with a torn line. @returns its files */
async function version2(): Promise<Record<string, string>> {
  const old = game('old', '2026-01-05', NOON)
  const late = game('late', '2026-02-01', null)
  const today = game('today', '2026-03-07', null)
  const parts = (...names: string[]) => ({ parts: names, documents: names.length, bytes: 1 })
  const files = {
    version: '2\n',
    'manifest.json': sealedJson({
      journals: [4, 5],
      files: {
        users: parts('users.4-1.json', 'users.4-2.json'),
        rollover: parts('rollover.2-1.json'),
        'games/2026-01-05': parts('games/2026-01-05.2-1.json'),
        'games/2026-02-01': parts('games/2026-02-01.3-1.json'),
        'catalogue/2026-01': parts('catalogue/2026-01.2-1.json'),
      },
      openDays: ['2026-02-01'],
    }),
    'users.4-1.json': sealedJson({ ann: user('ann') }),
    'users.4-2.json': sealedJson({ ben: user('ben') }),
    'rollover.2-1.json': sealedJson({ rollover: { id: 'rollover', day: '2026-03-06' } }),
    'games/2026-01-05.2-1.json': sealedJson({ old }),
    'games/2026-02-01.3-1.json': sealedJson({ late }),
    'catalogue/2026-01.2-1.json': sealedJson({ old: {} }),
    'index/games/2026-01-05.2-1.bin': 'an index',
    'journal-4.log':
      firstLine(4) + journalLine([put(user('cleo'), 'users')]) + journalLine([put(today, 'games')]),
    'journal-5.log': `${firstLine(5)}${journalLine([{ collection: 'users', id: 'ben', document: null }])}1234abcd [{"coll`,
    'secrets.json': sealedJson({ seed: '7', tokenSecrets: [{ secret: 's', since: NOON }] }),
    'drawings/ab/abcd': 'a drawing',
    'notes.json': 'of somebody else',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return files
}

async function contents(options = {}) {
  const store = await EmbeddedStore.open(folder, options)
  const read = await store.transaction(async (tx) => ({
    users: (await everythingIn(store)).users.map(({ id }) => id),
    rollover: await tx.get('rollover', 'rollover'),
    games: (await everythingIn(store)).games.map(({ id }) => id),
    toClose: (await tx.search('gamesToClose', '9999-12-31', '9999-12-31T00:00:00.000Z', 9)).map(
      ({ id }) => id,
    ),
    history: (await tx.search('gamesOfPlayer', 'ann')).map(({ id, day }) => `${id} ${day}`),
  }))
  await store.close()
  return read
}

const EXPECTED = {
  users: ['ann', 'cleo'],
  rollover: { id: 'rollover', day: '2026-03-06' },
  games: ['late', 'old', 'today'],
  toClose: ['late', 'today'],
  history: ['late 2026-02-01', 'old 2026-01-05', 'today 2026-03-07'],
}

test('a folder of version 2 is migrated, after a backup of everything but drawings', async () => {
  const before = await version2()
  expect(await contents()).toEqual(EXPECTED)
  expect(await contents()).toEqual(EXPECTED)
  expect(await readFile(join(folder, 'version'), 'utf8')).toBe('3\n')
  for (const [name, text] of Object.entries(before)) {
    const backup = await readFile(join(folder, 'backup-of-version-2', name), 'utf8').catch(() => null)
    expect(backup, name).toBe(/^(?:drawings|notes|index)/.test(name) ? null : text)
  }
  const left = await readdir(folder, { recursive: true })
  expect(Object.keys(before).filter((name) => left.includes(name))).toEqual([
    'version',
    'secrets.json',
    'drawings/ab/abcd',
    'notes.json',
  ])
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe(before['secrets.json'])
})

test('an interrupted migration runs again', async () => {
  const before = await version2()
  await contents()
  // The state just before version 3 was written.
  for (const [name, text] of Object.entries(before)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await rm(join(folder, name), { force: true })
    await writeFile(join(folder, name), text)
  }
  expect(await contents()).toEqual(EXPECTED)
})

test('a folder that is only read is not migrated', async () => {
  const before = await version2()
  expect(await contents({ isReadOnly: true })).toEqual(EXPECTED)
  for (const [name, text] of Object.entries(before))
    expect(await readFile(join(folder, name), 'utf8'), name).toBe(text)
  expect(await readdir(folder)).not.toContain('folder.json')
})

test('a damaged folder of version 2 is refused by name, and not changed', async () => {
  const before = await version2()
  const spoilt = before['games/2026-01-05.2-1.json']?.replace('cat', 'dog') ?? ''
  await writeFile(join(folder, 'games/2026-01-05.2-1.json'), spoilt)
  await expect(EmbeddedStore.open(folder)).rejects.toThrow(/games\/2026-01-05\.2-1\.json is damaged/)
  expect(await readFile(join(folder, 'games/2026-01-05.2-1.json'), 'utf8')).toBe(spoilt)
  expect(await readFile(join(folder, 'version'), 'utf8')).toBe('2\n')
  await writeFile(join(folder, 'games/2026-01-05.2-1.json'), before['games/2026-01-05.2-1.json'] ?? '')
  expect(await contents()).toEqual(EXPECTED)
})
