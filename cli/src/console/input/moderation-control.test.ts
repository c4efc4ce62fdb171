import { createClient } from '@inkling/mock-server/contract/client/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { programFixture, recordedServer } from '../../program.fixture.ts'
import { createProgram } from '../../program.ts'
import { readSettings } from '../../settings/settings.ts'
import { createController } from '../controller.ts'
import type { Key } from '../keyboard/keys.ts'
import { type ConsoleState, firstState } from '../state/state.ts'
import { createStore } from '../store.ts'

const server = recordedServer({ seed: 'moderation in the console' })
programFixture({})
const stops: (() => void)[] = []

beforeEach(() => vi.stubGlobal('fetch', server.fetch))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function open(flags: { readOnly?: boolean } = {}) {
  const settings = readSettings(flags, { XDG_CONFIG_HOME: '/nonexistent' }, '/nonexistent')
  const store = createStore<ConsoleState>(firstState(settings.url.value, { columns: 80, rows: 24 }, 'local'))
  const controller = createController({
    store,
    settings,
    flags: {},
    environment: {},
    program: createProgram(),
    watch: { refresh: async () => {} },
    quit: () => {},
    redraw: () => {},
    suspend: () => {},
    copy: () => {},
  })
  stops.push(() => controller.stop())
  return {
    store,
    press: (...keys: (string | Key)[]) => {
      for (const key of keys)
        controller.press(typeof key === 'string' ? { name: 'text', text: key, isPasted: false } : key)
    },
    view: () => store.get().moderation,
    mode: () => store.get().mode,
    until: (check: (state: ConsoleState) => boolean) =>
      expect.poll(() => check(store.get()), { timeout: 15_000, interval: 5 }).toBe(true),
  }
}

const ENTER: Key = { name: 'enter' }

async function join(username: string) {
  const client = (token: string | null) =>
    createClient({ baseUrl: 'http://localhost:4000', fetch: server.fetch, token: () => token })
  const { token, user } = await client(null).signInDevice({
    body: { deviceId: `device_of_${username}_0123` },
  })
  const player = client(token)
  await player.updateProfile({ body: { username, avatar: '🦊' } })
  const { gameId } = await player.jumpIn()
  return { player, id: user.id, gameId: gameId ?? '' }
}

test('the queue follows reports and decisions, which a key makes after a question and u takes back', async () => {
  const [otto, mina] = [await join('Otto'), await join('Mina')]
  const report = (kind: 'name' | 'avatar') =>
    mina.player.report({ body: { gameId: otto.gameId, kind, userId: otto.id, reason: 'hurtful' } })
  const shownName = async () =>
    (await mina.player.getToday()).participants.find(({ userId }) => userId === otto.id)?.username
  await report('name')
  const { press, view, mode, store, until } = open()
  press('a')
  await until(({ moderation }) => moderation.shown?.report.text === 'Otto')

  await report('avatar')
  const event = { type: 'reported', at: '2026-03-07T17:00:00.000Z' }
  store.change((before) => ({ ...before, events: [event] }))
  await until(({ moderation }) => moderation.queue?.reports.length === 2)

  const name = view().queue?.reports.find(({ kind }) => kind === 'name')
  if (view().chosen !== name?.reportId) press('j')
  press('h')
  expect(mode()).toMatchObject({
    name: 'confirm',
    question: 'Hide what Otto made for everybody on localhost:4000 (local)?',
    words: ['moderation', 'hide', name?.reportId],
  })
  press('n')
  expect(mode().name).toBe('moderation')
  expect(await shownName()).toBe('Otto')
  press('h', 'y')
  await until(({ moderation }) => moderation.queue?.reports.length === 1)
  expect(mode().name).toBe('moderation')
  expect(view().message).toBe('hide: 1 thing decided')
  expect(await shownName()).toBe('Player')

  press('u')
  expect(mode()).toMatchObject({ question: expect.stringContaining('Undo the last decision: show it again') })
  press('y')
  await until(({ log, moderation }) => log.length === 2 && moderation.undo.length === 0)
  expect(await shownName()).toBe('Otto')

  press('s', ENTER)
  expect(mode()).toMatchObject({ words: expect.arrayContaining(['suspend', '--days', '1']) })
  press('y')
  await until(({ moderation }) => moderation.queue?.reports.length === 0)
  await expect(otto.player.startTurn()).rejects.toMatchObject({ code: 'FORBIDDEN' })

  press('/', 'o', 't', 't', ENTER)
  await until(({ mode }) => mode.name === 'pick')
  press(ENTER)
  await until(({ moderation }) => moderation.player?.player.username === 'Otto')
  press('l', 'y')
  await until(({ moderation }) => moderation.player?.player.suspension === null)
  await otto.player.startTurn()
  press({ name: 'escape' }, { name: 'escape' })
  expect(mode().name).toBe('browse')
})

test('a read-only console decides nothing', async () => {
  const [ida, ben] = [await join('Ida'), await join('Ben')]
  await ben.player.report({
    body: { gameId: ida.gameId, kind: 'name', userId: ida.id, reason: 'other' },
  })
  const { press, view, mode, until } = open({ readOnly: true })
  press('a')
  await until(({ moderation }) => moderation.shown !== null)
  press('h')
  expect(mode().name).toBe('moderation')
  expect(view().message).toContain('--read-only')
})
