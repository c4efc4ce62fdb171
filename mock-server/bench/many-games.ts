import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { folderSecrets } from '../src/compose/folder-secrets.ts'
import { readSecrets } from '../src/compose/secrets.ts'
import { nodeCodecs } from '../src/platform/node-codecs.ts'
import { addDays } from '../src/rules/day.ts'
import type { Game } from '../src/rules/game.ts'
import { EmbeddedStore } from '../src/stores/embedded/embedded-store.ts'
import { benchId, playedGame } from './played-game.ts'
import { root } from './served.ts'

const DAYS = 100
const GAMES_A_DAY = 1000
const PLAYERS = 6
const USERS = 10_000
/** Increase this when the content of the folder changes. */
const EDITION = 2

/** A data folder with 100,000 played games of 10,000 users. It is created once. Benchmarks that change it copy it. */
export async function manyGames(): Promise<string> {
  const folder = join(root, `.cache/bench/many-games-${EDITION}`)
  if (existsSync(folder)) return folder
  const aside = `${folder}.making`
  await rm(aside, { recursive: true, force: true })
  const store = await EmbeddedStore.open(aside, { maxJournalBytes: 64 * 1024 * 1024 })
  await store.transaction(async (tx) => {
    for (let at = 0; at < USERS; at++) {
      tx.insert('users', {
        id: idOf('user', at),
        deviceHash: nodeCodecs.sha256(Buffer.from(`device ${at}`)),
        username: `Player${at}`,
        avatar: null,
        groupId: null,
        finishedOnboarding: true,
        pushNotifications: true,
        createdAt: '2026-01-01T05:00:00.000Z',
        groupsFounded: 0,
      })
    }
  })
  for (let day = 0; day < DAYS; day++) {
    await store.transaction(async (tx) => {
      for (let at = 0; at < GAMES_A_DAY; at++) tx.insert('games', gameOf(day, at))
    })
  }
  await store.close()
  const names = { store: aside, secrets: 'secrets.json', other: 'another folder' }
  await readSecrets(folderSecrets(aside), { isInUse: false, names })
  await rename(aside, folder)
  return folder
}

const idOf = (kind: string, at: number): string => benchId(`${kind} ${at}`)

function gameOf(dayAt: number, at: number): Game {
  return playedGame({
    id: idOf('game', dayAt * GAMES_A_DAY + at),
    day: addDays('2026-01-01', dayAt),
    groupId: null,
    userIds: Array.from({ length: PLAYERS }, (_, player) =>
      idOf('user', (at * PLAYERS + player + dayAt * 37) % USERS),
    ),
    drawing: `drawing ${at % 500}`,
  })
}
