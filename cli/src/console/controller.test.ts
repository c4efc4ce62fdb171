import { createClient } from '@inkling/mock-server/contract/client/client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newPlayer } from '../players.fixture.ts'
import { programFixture, type RecordedServer, recordedServer } from '../program.fixture.ts'
import { controllersInProcess } from './controller.fixture.ts'
import { consoleAsker } from './input/console-asker.ts'
import type { Key } from './keyboard/keys.ts'
import { lineOf } from './keyboard/line-editor.ts'
import { selectedGame } from './state/shown-games.ts'
import { type ConsoleState, commandMode } from './state/state.ts'
import { PUBLIC_GAME } from './watch/watched-games.ts'

/* The console's keys, tested without a terminal: with a store and in-process servers. */

const production = recordedServer({ seed: 'console in production', isProtected: true })
const local = recordedServer({ seed: 'console', clock: '2026-03-07T12:00:00-05:00' })
programFixture({})

let servers: Record<string, RecordedServer>
const openController = controllersInProcess()

beforeEach(() => {
  servers = { 'localhost:4000': local, 'game.example': production }
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input)
    const server = servers[url.host]
    // Refuse the event stream, which would never end, as a stopping server does.
    if (!server || url.pathname === '/control/events') throw new TypeError('fetch failed')
    return server.fetch(input, init)
  })
  for (const server of [production, local]) server.forget()
})

const open = (host: string, flags: { readOnly?: boolean } = {}) =>
  openController({ target: `http://${host}`, ...flags }, { isWatched: true })

const ENTER: Key = { name: 'enter' }
const isLive = ({ connection }: ConsoleState) => connection === 'live'

async function withGames(): Promise<void> {
  for (const name of ['Owls', 'Newts']) {
    const { player } = await newPlayer(local, `Of${name}`)
    if ((await player.getProfile()).groupId === null) await player.createGroup({ body: { name } })
  }
  await createClient({ baseUrl: 'http://server', fetch: local.fetch }).triggerDailyGames()
  local.forget()
}

describe('a key on a protected target', () => {
  test('asks for its name, and does nothing for any other name', async () => {
    const { press, mode, until, notice } = open('game.example')
    await until(({ targetKind }) => targetKind === 'protected')
    press('d')
    expect(mode()).toMatchObject({
      name: 'ask',
      question: expect.stringContaining('on game.example (protected)? Type game.example to continue:'),
    })
    press('y', ENTER)
    expect(notice()).toBe("'y' is not game.example: nothing was done.")
    expect(production.changes()).toEqual([])
    press('d', 'game.example', ENTER)
    await until(({ log }) => log.at(-1)?.state === 'done')
    expect(production.changes()).toEqual(['POST /api/admin/trigger-daily-games'])
  })
})

describe('a key on this machine', () => {
  test('shows its command and accepts a y', async () => {
    const { press, mode, until } = open('localhost:4000')
    await until(isLive)
    press('d')
    expect(mode()).toMatchObject({
      name: 'confirm',
      question: "Close earlier games and create today's on localhost:4000 (local)?",
      words: ['daily', 'trigger'],
      command: 'npx inkling daily trigger --target http://localhost:4000',
    })
    press('y')
    await until(({ log }) => log.at(-1)?.state === 'done')
    expect(local.changes()).toEqual(['POST /api/admin/trigger-daily-games'])
  })

  test('completes the chosen game without a device id', async () => {
    await withGames()
    const { press, mode, until } = open('localhost:4000')
    await until(({ games }) => games.length === 2)
    press('c')
    expect(mode()).toMatchObject({
      name: 'confirm',
      words: ['game', 'complete', expect.any(String)],
    })
    press('y')
    await until(({ log }) => log.at(-1)?.state === 'done')
    expect(local.changes()).toEqual([expect.stringMatching(/^POST \/control\/games\/[\w-]{22}\/complete$/)])
  })

  test('calls the public game by its kind', async () => {
    await withGames()
    const { store, press, mode, until } = open('localhost:4000')
    await until(({ games }) => games.length === 2)
    store.change((state) => ({
      ...state,
      games: state.games.map((game) => ({ ...game, name: PUBLIC_GAME, status: 'active' })),
    }))
    press('c')
    expect(mode()).toMatchObject({
      question: "Let simulated players finish today's public game on localhost:4000 (local)?",
    })
  })

  test('reports that --read-only refuses it before asking anything', async () => {
    const { press, mode, notice, until } = open('localhost:4000', { readOnly: true })
    await until(isLive)
    press('d')
    expect(mode().name).toBe('browse')
    expect(notice()).toContain('--read-only')
  })
})

test('a menu that the target does not support says so and does not open', () => {
  const { press, mode, notice } = open('nowhere.example')
  press('t')
  expect(mode().name).toBe('browse')
  expect(notice()).toBe('Server clock: no server has answered yet.')
  press('z')
  expect(notice()).toBeNull()
})

test('a game is not completed before a server has answered', () => {
  const { press, mode, notice } = open('nowhere.example')
  press('c')
  expect(mode().name).toBe('browse')
  expect(notice()).toBe('No server has answered yet.')
})

test('after a restart the console shows nothing of the old world', async () => {
  await withGames()
  const { store, until, refresh } = open('localhost:4000')
  await until(({ names, games }) => games.length === 2 && names.size > 0)
  servers = {}
  await refresh()
  // The first failed read may be that of a broken connection.
  await refresh()
  expect(store.get().connection).toBe('lost')
  servers = { 'localhost:4000': recordedServer({ seed: 'console', clock: '2026-03-07T12:00:00-05:00' }) }
  await refresh()
  expect(isLive(store.get())).toBe(true)
  expect(store.get()).toMatchObject({ games: [], names: new Map(), pictures: new Map(), events: [] })
})

test('games are ordered by their last event, and n selects the newest', async () => {
  await withGames()
  const { store, press, until } = open('localhost:4000')
  await until(({ games }) => games.length === 2)
  const [first, second] = store.get().games
  expect([first?.name, second?.name]).toEqual(['Newts', 'Owls'])
  const event = { type: 'turn-started', at: '2999-01-01T00:00:00Z', gameId: second?.id ?? '' }
  store.change((before) => ({ ...before, events: [event] }))
  press('n')
  expect(selectedGame(store.get())?.name).toBe('Owls')
  press('o', 'g')
  expect(selectedGame(store.get())?.name).toBe('Owls')
  press('o', 'g')
  expect(selectedGame(store.get())?.name).toBe('Newts')
})

test('help scrolls to its end, and any other key closes it', () => {
  const { press, mode } = open('nowhere.example')
  press('?', ...Array.from({ length: 30 }, () => 'j'))
  const { from } = mode() as { from: number }
  expect(from).toBeGreaterThan(0)
  press('k')
  expect(mode()).toEqual({ name: 'help', from: from - 1 })
  press('x')
  expect(mode().name).toBe('browse')
})

function openScenarios() {
  const opened = open('nowhere.example')
  const file = (name: string, replacesWorld: boolean) => ({
    file: `${name}.yaml`,
    name,
    bots: 1,
    steps: 2,
    replacesWorld,
  })
  opened.store.change((before) => ({
    ...before,
    mode: { name: 'scenarios' },
    scenarios: { ...before.scenarios, files: [file('first day', false), file('midnight', true)] },
  }))
  return opened
}

test('the question before a scenario says whether it replaces the world', () => {
  const { press, mode } = openScenarios()
  press('t')
  expect(mode()).toMatchObject({
    name: 'confirm',
    question: expect.stringContaining('Run first day.yaml, which changes the current day, on nowhere'),
  })
  const other = openScenarios()
  other.press('j', 't')
  expect(other.mode()).toMatchObject({
    name: 'confirm',
    question: expect.stringContaining('Run midnight.yaml, which replaces the world, on nowhere'),
  })
})

test('the list of scenarios is filtered while the filter is typed', () => {
  const { store, press, mode } = openScenarios()
  press('/', 'mid')
  expect(store.get().scenarios.filter).toBe('mid')
  press(ENTER)
  expect(mode().name).toBe('scenarios')
  press({ name: 'escape' })
  expect(store.get().scenarios.filter).toBe('')
  expect(mode().name).toBe('scenarios')
})

describe('the question of a command', () => {
  test('waits until no line is being typed, so that keys already pressed do not answer it', async () => {
    const { store, press, mode, until } = open('nowhere.example')
    store.change((before) => ({ ...before, mode: commandMode(lineOf('clo')) }))
    const answer = consoleAsker(store)({ question: 'Really?', typed: null, command: 'world reset' })
    press('y')
    expect(mode()).toMatchObject({ name: 'command', line: { text: 'cloy' } })
    press({ name: 'escape' })
    await until((state) => state.mode.name === 'confirm')
    expect(mode()).toMatchObject({ question: 'Really?', words: ['world', 'reset'] })
    press('y')
    expect(await answer).toBe('y')
    expect(mode().name).toBe('browse')
  })

  test('that requires a name accepts the typed text; Escape gives no answer', async () => {
    const { store, press, until } = open('nowhere.example')
    const ask = () => consoleAsker(store)({ question: 'Really?', typed: 'prod', command: 'world reset' })
    const typed = ask()
    await until((state) => state.mode.name === 'ask')
    press('prod', ENTER)
    expect(await typed).toBe('prod')
    const left = ask()
    await until((state) => state.mode.name === 'ask')
    press({ name: 'escape' })
    expect(await left).toBe('')
  })
})
