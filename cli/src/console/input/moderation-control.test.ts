import { createClient } from '@inkling/mock-server/contract/client/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { newcomer, reportedNames } from '../../players.fixture.ts'
import { programFixture, recordedServer } from '../../program.fixture.ts'
import { controllersInProcess } from '../controller.fixture.ts'
import type { Key } from '../keyboard/keys.ts'

const server = recordedServer({ seed: 'moderation in the console' })
programFixture({})
const open = controllersInProcess()

beforeEach(() => vi.stubGlobal('fetch', server.fetch))

const ENTER: Key = { name: 'enter' }

test('the queue follows reports and decisions, which a key makes after a question and u takes back', async () => {
  const [otto, mina] = [await newcomer(server, 'Otto'), await newcomer(server, 'Mina')]
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
    question: 'Hide the name “Otto” of Otto for everybody on localhost:4000 (local)?',
    words: ['moderation', 'hide', name?.reportId],
  })
  press('n')
  expect(mode().name).toBe('moderation')
  expect(await shownName()).toBe('Otto')
  press('h', 'y')
  await until(({ moderation }) => moderation.message === '1 thing hidden')
  expect(mode().name).toBe('moderation')
  expect(view().queue?.reports).toHaveLength(1)
  expect(await shownName()).toBe('Player')

  press('u')
  expect(mode()).toMatchObject({
    question: expect.stringContaining('Take back “hide the name “Otto” of Otto for everybody”'),
  })
  press('y')
  await until(({ moderation }) => moderation.undo.length === 0 && moderation.queue?.reports.length === 2)
  expect(await shownName()).toBe('Otto')
  expect(view().chosen).toBe(name?.reportId)

  press('s', 'x', 'x', ENTER)
  expect(mode()).toMatchObject({ name: 'pick', line: { text: 'xx' } })
  press({ name: 'escape' }, 's', ENTER)
  expect(mode()).toMatchObject({ words: expect.arrayContaining(['suspend', '--days', '1']) })
  press('y')
  await until(({ moderation }) => moderation.message.startsWith('suspended until'))
  await expect(otto.player.startTurn()).rejects.toMatchObject({ code: 'FORBIDDEN' })

  press('/', 'o', 't', 't', ENTER)
  await until(({ mode }) => mode.name === 'pick')
  press(ENTER)
  await until(({ moderation }) => moderation.player?.player.username === 'Otto')
  press('l', 'y')
  await until(({ moderation }) => moderation.player?.player.suspension === null)
  press('l')
  expect(mode().name).toBe('moderation')
  expect(view().message).toBe('Otto is not suspended.')
  await otto.player.startTurn()
  press({ name: 'escape' }, { name: 'escape' })
  expect(mode().name).toBe('browse')
})

const admin = () => createClient({ baseUrl: 'http://localhost:4000', fetch: server.fetch })

/** Opens the queue and chooses a report. */
async function openAt(chosen = '') {
  const opened = open()
  const { press, store, until } = opened
  press('a')
  await until(({ moderation }) => moderation.shown !== null)
  const choose = (reportId: string) =>
    store.change((before) => ({
      ...before,
      moderation: { ...before.moderation, chosen: reportId, shown: null },
    }))
  choose(chosen)
  return { ...opened, choose }
}

test('quick keys decide one report after the other, each once, and u takes back the last', async () => {
  await reportedNames(server, ['Abel', 'Bela', 'Cleo', 'Dora'])
  const { press, view, until } = open()
  press('a')
  await until(({ moderation }) => moderation.shown !== null)
  const before = view().queue?.reports.map(({ reportId }) => reportId) ?? []
  // Faster than any answer.
  press('d', 'y', 'd', 'y', 'd', 'y')
  await until(({ moderation, log }) => log.length === 3 && moderation.undo.length === 3)
  const { decisions } = await admin().getModerationLog({ query: {} })
  expect(
    decisions
      .slice(0, 3)
      .map(({ reportId }) => reportId)
      .sort(),
  ).toEqual(before.slice(0, 3).sort())
  await until(({ moderation }) => moderation.queue?.open === before.length - 3)
  press('u', 'y')
  await until(({ moderation }) => moderation.queue?.open === before.length - 2)
})

test('a decision about a report that another admin has decided is refused, and says who', async () => {
  const [abel] = await reportedNames(server, ['Ernie'])
  const { press, view, until } = await openAt(abel?.reportId)
  const other = createClient({
    baseUrl: 'http://localhost:4000',
    fetch: (input, init) =>
      server.fetch(input, { ...init, headers: { ...Object(init?.headers), 'x-admin-name': 'Olga' } }),
  })
  await other.decide({ body: { reportId: view().chosen ?? '', action: 'hide' } })
  press('d', 'y')
  await until(({ moderation }) => moderation.message !== '')
  expect(view().message).toMatch(/^Already decided by Olga at 2026-03-07 12:\d\d: hide$/)
  expect(view().undo).toEqual([])
  const { reportsReceived } = await admin().inspectPlayer({ params: { id: abel?.id ?? '' } })
  expect(reportsReceived).toMatchObject([{ hidden: true, version: 1 }])
})

test('Space marks reports for one decision, which u takes back as a whole', async () => {
  const authors = await reportedNames(server, ['Fay', 'Gus', 'Hal'])
  const { press, view, mode, until, choose } = await openAt(authors[0]?.reportId)
  for (const { reportId } of authors.slice(0, 2)) {
    choose(reportId)
    press(' ')
  }
  expect(view().marked.size).toBe(2)
  press('h')
  expect(mode()).toMatchObject({ question: expect.stringContaining('Hide 2 reported things for everybody') })
  press('y')
  await until(({ moderation }) => moderation.message === 'hide: 2 decisions')
  const names = async () =>
    Promise.all(
      authors.map(
        async ({ id }) => (await admin().inspectPlayer({ params: { id } })).reportsReceived[0]?.hidden,
      ),
    )
  expect((await names()).filter(Boolean)).toHaveLength(2)
  press('u', 'y')
  await until(({ moderation }) => moderation.undo.length === 0)
  expect((await names()).filter(Boolean)).toHaveLength(0)
})

test('a note is added to the question, and the queue stays', async () => {
  const [ian] = await reportedNames(server, ['Ian'])
  const { press, view, mode, until } = await openAt(ian?.reportId)
  press('w', ENTER, 't', 'B', 'e', ' ', 'k', 'i', 'n', 'd', ENTER)
  expect(mode()).toMatchObject({
    name: 'confirm',
    note: { text: 'Be kind' },
    words: expect.arrayContaining(['--note', 'Be kind']),
    back: { name: 'moderation' },
  })
  press('y')
  await until(({ moderation }) => moderation.message.startsWith('warned'))
  expect(mode().name).toBe('moderation')
  expect((await ian?.player.getProfile())?.warning).toMatchObject({ note: 'Be kind' })
  press('u', 'y')
  await until(({ moderation }) => moderation.undo.length === 0)
  expect((await ian?.player.getProfile())?.warning ?? null).toBeNull()
  expect(view().message).not.toContain('0 things')
})

test.each(['d', 'h'])('t in the question of %s takes a note, whose letters answer nothing', async (key) => {
  const [author] = await reportedNames(server, [`Noter${key.toUpperCase()}`])
  const { press, mode, until } = await openAt(author?.reportId)
  press(key, 't')
  expect(mode()).toMatchObject({ name: 'ask', question: 'A note for the log:' })
  press('n', 'y', 'd', 'b', ENTER)
  expect(mode()).toMatchObject({
    name: 'confirm',
    note: { text: 'nydb' },
    words: expect.arrayContaining(['--note', 'nydb']),
  })
  press('x', 'w', '7')
  expect(mode().name).toBe('confirm')
  press('y')
  await until(({ moderation }) => moderation.undo.length === 1)
  const page = await admin().inspectPlayer({ params: { id: author?.id ?? '' } })
  expect(page.decisions).toMatchObject([{ action: key === 'd' ? 'dismiss' : 'hide', note: 'nydb' }])
  press('u', 't', 'y', 'n', ENTER)
  expect(mode()).toMatchObject({ name: 'confirm', note: { text: 'yn' } })
  press('y')
  await until(({ moderation }) => moderation.undo.length === 0)
  const { decisions } = await admin().inspectPlayer({ params: { id: author?.id ?? '' } })
  expect(decisions.map(({ note }) => note).sort()).toEqual(['nydb', 'yn'])
})

test('everything is for one decision, and drops no marks', async () => {
  const [first, second] = await reportedNames(server, ['Pia', 'Quin'])
  const { press, view, mode, until, choose } = await openAt(first?.reportId)
  press(' ', 'e')
  expect(view()).toMatchObject({ isEverything: false, message: expect.stringContaining('Esc') })
  expect(view().marked.size).toBe(1)
  press({ name: 'escape' })
  choose(second?.reportId ?? '')
  press('e', 'd')
  expect(mode()).toMatchObject({ words: expect.arrayContaining(['--everything']) })
  press('y')
  expect(view().isEverything).toBe(false)
  await until(({ moderation }) => moderation.undo.length === 1)
  press('d')
  expect(mode()).toMatchObject({ name: 'confirm', words: expect.not.arrayContaining(['--everything']) })
})

test('a suspension with what was reported is taken back as a whole', async () => {
  const [jo] = await reportedNames(server, ['Joan'])
  const { press, mode, until } = await openAt(jo?.reportId)
  press('s', ENTER, 'y')
  await until(({ moderation }) => moderation.undo.length === 1)
  press('u')
  expect(mode()).toMatchObject({
    question: expect.stringMatching(/^Take back “let Joan only read for a day, and hide/),
  })
  press('y')
  await until(({ moderation }) => moderation.undo.length === 0)
  const { player, reportsReceived } = await admin().inspectPlayer({ params: { id: jo?.id ?? '' } })
  expect(player.suspension).toBeNull()
  expect(reportsReceived).toMatchObject([{ state: 'open', hidden: false }])
})

test('? shows all keys, and leads back to the reports', async () => {
  const { press, mode, until } = open()
  press('a')
  await until(({ moderation }) => moderation.queue !== null)
  press('?', 'j')
  expect(mode()).toMatchObject({ name: 'help' })
  press({ name: 'escape' })
  expect(mode().name).toBe('moderation')
})

test.each([
  ['i', 'All players and the server'],
  ['f', 'Fault injection'],
])(
  '%s, which the lines below the header name, opens its menu and leads back to the reports',
  async (key, title) => {
    const { press, mode, until, store } = open()
    store.change((before) => ({ ...before, kind: 'reference' }))
    press('a')
    await until(({ moderation }) => moderation.queue !== null)
    press(key)
    expect(mode()).toMatchObject({ name: 'pick', title })
    press({ name: 'escape' })
    expect(mode().name).toBe('moderation')
  },
)

test('a read-only console decides nothing', async () => {
  const [ida, ben] = [await newcomer(server, 'Ida'), await newcomer(server, 'Ben')]
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
