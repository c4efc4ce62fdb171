import { beforeEach, expect, test, vi } from 'vitest'
import { newPlayer } from '../../players.fixture.ts'
import { programFixture, recordedServer } from '../../program.fixture.ts'
import { controllersInProcess } from '../controller.fixture.ts'
import type { Key } from '../keyboard/keys.ts'
import type { Mode } from '../state/state.ts'

/* Players and groups are found on the server, and each has a menu. */

const server = recordedServer({ seed: 'finding in the console' })
programFixture({})
const openController = controllersInProcess()

beforeEach(() => vi.stubGlobal('fetch', server.fetch))

const open = () => openController({}, { state: { kind: 'reference', names: new Map([['known', 'Known']]) } })

const [ENTER, DOWN, UP] = (['enter', 'down', 'up'] as const).map((name): Key => ({ name })) as [Key, Key, Key]

async function join(username: string, group?: string, device = username) {
  const { player, id } = await newPlayer(server, username, device)
  const made = group === undefined ? null : await player.createGroup({ body: { name: group } })
  return { id, groupId: made?.id ?? '' }
}

const labels = (mode: Mode): readonly string[] =>
  mode.name === 'pick' ? mode.items.map(({ label }) => label) : []

test('a filter finds groups and players of the server, tells equal names apart, and opens what can be done', async () => {
  const first = await join('Otto', 'Ottomans')
  const second = await join('Otto', undefined, 'another_Otto')
  const { press, mode, store, until } = open()
  press('/', 'o', 't', 't', 'o')
  await until(({ found }) => found.text === 'otto' && found.rows.length === 3)
  const { rows } = store.get().found
  expect(rows.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'group Ottomans',
    'player Otto',
    'player Otto',
  ])
  const about = new Map(rows.map((row) => [row.id, row.about]))
  expect(about.get(first.groupId)).toMatch(/^1 player, code [A-Z0-9]{6}$/)
  expect(about.get(first.id)).toBe('Ottomans, since 2026-03-07')
  expect(about.get(second.id)).toBe('no group, since 2026-03-07')

  press(DOWN)
  expect(mode()).toMatchObject({ name: 'filter', at: 0 })
  press(UP)
  expect(mode()).toMatchObject({ at: null })
  press(DOWN, ENTER)
  expect(store.get().filter).toBe('')
  expect(labels(mode())).toContain('another name')
  press('a', 'n', 'o', 't', 'h', 'e', 'r', ENTER)
  expect(mode()).toMatchObject({ name: 'ask', question: 'Which name does Ottomans get?' })
  press({ name: 'escape' }, '/')
  press(...second.id)
  await until(({ found }) => found.rows.length === 1 && found.text === second.id)
  press(DOWN, ENTER)
  expect(labels(mode())).not.toContain('take out of the group')
  press(ENTER)
  await until(({ moderation }) => moderation.player?.player.userId === second.id)
  expect(mode()).toMatchObject({ name: 'moderation' })
})

test('a player who is on no screen is picked by name', async () => {
  const { id } = await join('Nobody')
  const { press, mode, until } = open()
  press('h', 'N', 'o', 'b', 'o')
  await until(({ mode }) => mode.name === 'pick' && mode.items.some((item) => item.id === id))
  expect(labels(mode())).toEqual(expect.arrayContaining(['Known', 'Nobody · no group, since 2026-03-07']))
  press('d', 'y', ENTER)
  expect(mode()).toMatchObject({ name: 'confirm', words: ['history', 'regenerate', id] })
})

test('a game has a menu with its turn and its players, and the server one with announcements', async () => {
  const { store, press, mode } = open()
  store.change((before) => ({
    ...before,
    games: [
      {
        ...{ id: 'A'.repeat(22), day: '2026-03-07', name: 'Owls', word: 'cat', status: 'active' as const },
        players: [{ userId: 'B'.repeat(22), name: 'Otto', status: 'playing' as const, playedAt: null }],
        turn: { name: 'Otto', type: 'drawing' as const, since: null, until: null },
        ...{ steps: [], createdAt: null, completedAt: null },
      },
    ],
  }))
  press('x')
  expect(labels(mode())).toEqual([
    'its chain',
    'take the running turn of Otto back',
    'skip the turn of Otto',
    'let simulated players finish it',
    'player Otto (playing)',
  ])
  press('O', 't', 't', 'o', ' ', '(', ENTER)
  expect(labels(mode())).toContain('their history')
  press({ name: 'escape' }, 'x', 'b', 'a', 'c', 'k', ENTER)
  expect(mode()).toMatchObject({ name: 'confirm', words: ['game', 'free', 'A'.repeat(22)] })
  press(ENTER)
  expect(mode().name).toBe('confirm')
  press('n', 'i', ENTER)
  expect(mode()).toMatchObject({ name: 'ask', question: 'What do you tell all players?' })
  press(...'Back at 3.')
  press(ENTER)
  expect(store.get().log.at(-1)?.words).toEqual(['announce', 'Back at 3.'])
})

test('the menu of the server ends maintenance only while there is one', () => {
  const { store, press, mode } = open()
  press('i')
  expect(labels(mode())).not.toContain('let players play again')
  const maintenance = { since: '2026-03-07T17:00:00.000Z', message: null }
  store.change((before) => ({
    ...before,
    mode: { name: 'browse' },
    status: {
      ...{ product: 'Inkling', version: '1.0.0', protected: false, now: maintenance.since },
      ...{ day: '2026-03-07', timeZone: 'America/New_York', clock: 'system', counts: {}, maintenance },
    },
  }))
  press('i')
  expect(labels(mode())).toContain('let players play again')
})

test('a search that fails says why', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  const { press, until } = open()
  press('/', 'o')
  await until(({ found }) => found.problem !== null)
})
