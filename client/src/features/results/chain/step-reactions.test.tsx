import {
  REACTION_TYPES,
  type ReactionMessage,
  type StepReactions,
} from '@inkling/mock-server/contract/schemas/reactions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberOpened } from '../../../session/device/opened-games.ts'
import { QUERY, queryClient } from '../../../session/server/query-client.ts'
import { aToday, someResults } from '../../../testing/builders.ts'
import { attentiveUser, renderApp, signedInAs } from '../../../testing/render-app.tsx'
import { dropConnection, held, recorded, refuse, reply, server, stall } from '../../../testing/server.ts'
import { withExtensions } from '../../../testing/with-extensions.ts'

/** A fake WebSocket whose server side the test controls. */
class FakeSocket {
  static opened: FakeSocket[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  isClosed = false
  readonly url: string
  constructor(url: URL | string) {
    this.url = String(url)
    FakeSocket.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  say(data: Partial<ReactionMessage['data']>) {
    const whole = {
      action: 'added',
      stepIndex: 0,
      reactionType: 'love',
      username: 'Ben',
      userId: 'ben',
      ...data,
    }
    act(() => this.onmessage?.({ data: JSON.stringify({ type: 'reaction_event', data: whole }) }))
  }
}

type Reaction = StepReactions['reactions'][number]
const love = (count: number, parts: Partial<Reaction> = {}): Reaction => ({
  reactionType: 'love',
  count,
  hasUserReacted: false,
  recentReactors: ['Ben', 'Cleo'],
  ...parts,
})
/** The reactions to the first step. */
const toFirst = (...reactions: Reaction[]): StepReactions => ({ stepIndex: 0, reactions })

let steps: StepReactions[] = []
let looks = 0

beforeEach(() => {
  FakeSocket.opened = []
  looks = 0
  steps = [toFirst(love(2))]
  vi.stubGlobal('WebSocket', FakeSocket)
  signedInAs()
  rememberOpened('game1')
  server.use(
    reply('getToday', aToday()),
    reply('getGame', someResults()),
    reply('getReactions', () => {
      looks += 1
      return { gameId: 'game1', stepReactions: steps }
    }),
  )
})

async function open() {
  const { user } = renderApp('/game/results?gameId=game1')
  const chain = await screen.findByRole('list', { name: 'The chain' })
  const [first] = within(chain).getAllByRole('listitem')
  if (!first) throw new Error('The chain has no step')
  const button = (name: string | RegExp) => within(first).getByRole('button', { name })
  const item = (name: string) => within(first).getByRole('menuitemradio', { name })
  await within(first).findByRole('button', { name: 'Love: 2' })
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  return { user, first, button, item, line: FakeSocket.opened[0] as FakeSocket }
}

describe('reacting', () => {
  it('is one tap with the stamps; the rest is behind a "+". Names the players who reacted', async () => {
    server.use(stall('addReaction'))
    const { user, first, button, item } = await open()
    const items = () => within(first).getAllByRole('menuitemradio')
    const names = () =>
      within(within(first).getByRole('group', { name: 'Reactions' }))
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label'))
    const stamps = ['Love: 2', 'Laugh', 'Wow']
    expect(names()).toEqual([...stamps, 'More reactions'])
    await user.click(button('More reactions'))
    const rest = ['Fire', 'Thumbs up', 'Thumbs down', 'Mind blown']
    expect(items().map((one) => one.getAttribute('aria-label'))).toEqual(rest)
    expect(names()).toEqual(['More reactions'])
    await user.click(button('More reactions'))
    expect(names()).toEqual([...stamps, 'More reactions'])
    expect(button('Love: 2')).toHaveAttribute('title', 'Ben, Cleo')
    expect(within(first).getByText('Ben, Cleo').parentElement).toHaveTextContent('Love from Ben, Cleo')
    await user.click(button('Laugh'))
    expect(button('Laugh: 1')).toHaveAttribute('aria-pressed', 'true')
    await user.click(button('More reactions'))
    await user.click(item('Mind blown'))
    expect(names()).toEqual([...stamps, 'Mind blown: 1', 'More reactions'])
  })

  it('of all kinds leaves nothing behind a "+"', async () => {
    steps = [toFirst(...REACTION_TYPES.map((reactionType) => love(1, { reactionType })))]
    renderApp('/game/results?gameId=game1')
    const [first] = await screen.findAllByRole('button', { name: 'Mind blown: 1' })
    const group = first?.closest('fieldset') as HTMLElement
    expect(within(group).getAllByRole('button')).toHaveLength(REACTION_TYPES.length)
  })

  it('keeps the focus, also when the pressed reaction disappears', async () => {
    server.use(stall('addReaction'), stall('removeReaction'))
    const { user, button, item } = await open()
    button('More reactions').focus()
    await user.keyboard('{Enter}')
    item('Fire').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(button('More reactions')).toHaveFocus())
    button('Fire: 1').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(button('More reactions')).toHaveFocus())
    button('Wow').focus()
    await user.keyboard('{Enter}')
    expect(button('Wow: 1')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(button('Wow')).toHaveFocus()
  })

  it('by keyboard goes through the menu, which takes the focus and gives it back', async () => {
    const { user, button, item } = await open()
    const more = button('More reactions')
    expect(more).toHaveAttribute('aria-haspopup', 'menu')
    more.focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('menu', { name: 'Reactions' })).toBeVisible()
    expect(item('Fire')).toHaveFocus()
    for (const [key, name] of [
      ['ArrowRight', 'Thumbs up'],
      ['ArrowLeft', 'Fire'],
      ['ArrowLeft', 'Mind blown'],
      ['ArrowRight', 'Fire'],
      ['End', 'Mind blown'],
      ['Home', 'Fire'],
    ] as const) {
      await user.keyboard(`{${key}}`)
      expect(item(name)).toHaveFocus()
    }
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(more).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.tab()
    expect(screen.queryByRole('menu')).toBeNull()
    expect(more).not.toHaveFocus()
  })

  it('begins in the menu at the own reaction, which is checked', async () => {
    steps = [toFirst(love(1, { reactionType: 'mind_blown', hasUserReacted: true }))]
    renderApp('/game/results?gameId=game1')
    const user = attentiveUser()
    await screen.findByRole('button', { name: 'Mind blown: 1' })
    await user.click(screen.getAllByRole('button', { name: 'More reactions' })[0] as HTMLElement)
    const own = screen.getByRole('menuitemradio', { name: 'Mind blown: 1' })
    expect(own).toBeChecked()
    expect(own).toHaveFocus()
    expect(screen.getByRole('menuitemradio', { name: 'Fire' })).not.toBeChecked()
  })

  it('ends with a press elsewhere', async () => {
    const { user, button } = await open()
    await user.click(button('More reactions'))
    await user.click(screen.getByRole('heading', { level: 1 }))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it.each([
    [1, '1 player'],
    [3, '3 players'],
  ])('of %i players whom the server does not name says so', async (count, text) => {
    steps = [toFirst(love(count, { recentReactors: [] }))]
    renderApp('/game/results?gameId=game1')
    expect(await screen.findByRole('button', { name: `Love: ${count}` })).toHaveAttribute('title', text)
  })

  it('is shown before the server responds, and animates for 1.2 s', async () => {
    server.use(stall('addReaction'))
    const { user, button, item } = await open()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await user.click(button('More reactions'))
    await user.click(item('Fire'))
    expect(button('Fire: 1')).toHaveAttribute('aria-pressed', 'true')
    expect(button('Fire: 1').querySelector('.flying')).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1200))
    expect(button('Fire: 1').querySelector('.flying')).toBeNull()
  })

  it('replaces the previous reaction and is sent', async () => {
    const sent = recorded('addReaction', ({ reactionType }) =>
      toFirst(love(1, { reactionType, hasUserReacted: true })),
    )
    const { user, button, item } = await open()
    await user.click(button('Love: 2'))
    await user.click(button('More reactions'))
    await user.click(item('Fire'))
    expect(button('Fire: 1')).toHaveAttribute('aria-pressed', 'true')
    await waitFor(() =>
      expect(sent).toEqual([
        { stepIndex: 0, reactionType: 'love' },
        { stepIndex: 0, reactionType: 'fire' },
      ]),
    )
    expect(button('Fire: 1')).toHaveAttribute('aria-pressed', 'true')
  })

  it('is not hidden by a load from before it, and what that load missed is loaded again', async () => {
    const fire = love(1, { reactionType: 'fire', hasUserReacted: true })
    const { user, first, button, line, item } = await open()
    const load = held('getReactions', { gameId: 'game1', stepReactions: steps })
    const saved = held('addReaction', toFirst(fire))
    server.use(saved.handler)
    await user.click(button('More reactions'))
    await user.click(item('Fire'))
    await saved.requested
    server.use(load.handler)
    line.say({ action: 'changed', reactionType: 'wow', previousType: 'love' })
    await load.requested
    const wow = love(1, { reactionType: 'wow' })
    server.use(reply('getReactions', { gameId: 'game1', stepReactions: [toFirst(fire, wow)] }))
    saved.release()
    expect(await within(first).findByRole('button', { name: 'Wow: 1' })).toBeVisible()
    load.release()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(button('Fire: 1')).toHaveAttribute('aria-pressed', 'true')
  })

  it('loads what others did again, even if the load after the previous reaction was cancelled too', async () => {
    const own = (reactionType: 'fire' | 'wow') => love(1, { reactionType, hasUserReacted: true })
    const { user, first, button, line, item } = await open()
    const load = held('getReactions', { gameId: 'game1', stepReactions: steps })
    server.use(load.handler, reply('addReaction', toFirst(own('fire'))))
    line.say({ action: 'changed', reactionType: 'wow', previousType: 'love' })
    await load.requested
    const again = held('getReactions', { gameId: 'game1', stepReactions: steps })
    server.use(again.handler)
    await user.click(button('More reactions'))
    await user.click(item('Fire'))
    await again.requested
    const laugh = love(1, { reactionType: 'laugh' })
    server.use(
      reply('getReactions', { gameId: 'game1', stepReactions: [toFirst(own('wow'), laugh)] }),
      reply('addReaction', toFirst(own('wow'))),
    )
    await user.click(button('Wow'))
    expect(await within(first).findByRole('button', { name: 'Laugh: 1' })).toBeVisible()
    load.release()
    again.release()
  })

  it('waits for the previous call, so that calls arrive in order', async () => {
    const added = held('addReaction', toFirst())
    const removed = vi.fn(() => toFirst())
    server.use(added.handler, reply('removeReaction', removed))
    const { user, button, first } = await open()
    await user.click(button('Love: 2'))
    await user.click(button('Love: 3'))
    await added.requested
    expect(button('Love: 2')).toHaveAttribute('aria-pressed', 'false')
    expect(removed).not.toHaveBeenCalled()
    added.release()
    await waitFor(() => expect(removed).toHaveBeenCalledOnce())
    await waitFor(() => expect(first).not.toHaveTextContent('2'))
    expect(button('Love')).toHaveAttribute('aria-pressed', 'false')
  })

  it('removes the same reaction without an animation', async () => {
    server.use(stall('removeReaction'))
    steps = [toFirst(love(2, { hasUserReacted: true }))]
    const { user, button } = await open()
    await user.click(button('Love: 2'))
    expect(button('Love: 1')).toHaveAttribute('aria-pressed', 'false')
    expect(button(/^Love/).querySelector('.flying')).toBeNull()
  })

  it.each([
    ['Failed to add reaction', false],
    ['Failed to remove reaction', true],
  ])('reports %s, and loads the reactions again', async (sentence, hasUserReacted) => {
    server.use(
      refuse('addReaction', 'FORBIDDEN', 'You were not in this game'),
      refuse('removeReaction', 'INTERNAL', 'The ink ran out'),
    )
    steps = [toFirst(love(2, { hasUserReacted }))]
    const { user, button, first } = await open()
    await user.click(button('Love: 2'))
    expect(await within(first).findByText(sentence)).toBeVisible()
    const again = await within(first).findByRole('button', { name: 'Love: 2' })
    expect(looks).toBe(2)
    expect(again).toHaveAttribute('aria-pressed', String(hasUserReacted))
  })
})

describe('reactions that cannot be loaded', () => {
  it.each([
    [
      'Failed to fetch reactions: Forbidden',
      refuse('getReactions', 'FORBIDDEN', 'You were not in this game'),
    ],
    ['Failed to load reactions', dropConnection('getReactions')],
  ])('are reported once: %s', async (sentence, failure) => {
    server.use(failure)
    renderApp('/game/results?gameId=game1')
    expect(await screen.findByText(sentence)).toBeVisible()
  })
})

describe("others' reactions", () => {
  it("arrive over a socket with the player's token and change the counts; the player's own do not", async () => {
    const { line, first } = await open()
    const { pathname, searchParams, protocol } = new URL(line.url)
    expect(protocol).toBe('ws:')
    expect(pathname).toBe('/api/reactions/ws/game1')
    expect(searchParams.get('token')).toBe('token-1')
    const shows = (name: string) => within(first).findByRole('button', { name })
    line.say({ username: 'Dan', userId: 'dan' })
    expect(await shows('Love: 3')).toBeVisible()
    line.say({ username: 'Ann', userId: 'ann' })
    line.say({ action: 'removed', username: 'Dan', userId: 'dan' })
    expect(await shows('Love: 2')).toBeVisible()
    expect(looks).toBe(1)
  })

  it('of somebody whom the server does not name are counted, and nothing is loaded again', async () => {
    server.use(withExtensions('blocks'))
    const { line, first, button } = await open()
    line.say({ username: null, userId: null })
    await within(first).findByRole('button', { name: 'Love: 3' })
    expect(button('Love: 3')).toHaveAttribute('title', 'Ben, Cleo and 1 more')
    line.say({ action: 'removed', username: null, userId: null })
    await within(first).findByRole('button', { name: 'Love: 2' })
    expect(button('Love: 2')).toHaveAttribute('title', 'Ben, Cleo')
    expect(looks).toBe(1)
  })

  it('are fetched again when one was changed to another', async () => {
    const { line, first } = await open()
    steps = [toFirst(love(2, { reactionType: 'wow' }))]
    line.say({ action: 'changed', reactionType: 'wow', previousType: 'love' })
    expect(await within(first).findByRole('button', { name: 'Wow: 2' })).toBeVisible()
    expect(looks).toBe(2)
  })

  it('are loaded again when one arrives during a load, which may or may not include it', async () => {
    const { line, first } = await open()
    const load = held('getReactions', { gameId: 'game1', stepReactions: steps })
    server.use(load.handler)
    act(() => void queryClient.invalidateQueries({ queryKey: QUERY.reactions('game1') }))
    await load.requested
    server.use(reply('getReactions', { gameId: 'game1', stepReactions: [toFirst(love(3))] }))
    line.say({ username: 'Dan', userId: 'dan' })
    load.release()
    expect(await within(first).findByRole('button', { name: 'Love: 3' })).toBeVisible()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(within(first).getByRole('button', { name: 'Love: 3' })).toBeVisible()
  })

  it('from before the socket was open are loaded again, also after a reconnect', async () => {
    const { line, first } = await open()
    steps = [toFirst(love(3))]
    act(() => line.onopen?.())
    expect(await within(first).findByRole('button', { name: 'Love: 3' })).toBeVisible()
    steps = []
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    act(() => line.onclose?.({ code: 1006 }))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(FakeSocket.opened).toHaveLength(2)
    act(() => FakeSocket.opened[1]?.onopen?.())
    expect(await within(first).findByRole('button', { name: 'Love' })).toBeVisible()
  })

  it('are found within half a minute when the socket has died without being closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    const { first } = await open()
    steps = [toFirst(love(3))]
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(await within(first).findByRole('button', { name: 'Love: 3' })).toBeVisible()
    expect(looks).toBe(2)
  })

  it('come from a new socket after the device was asleep', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { first } = await open()
    steps = [toFirst(love(3))]
    vi.setSystemTime(Date.now() + 3_600_000)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2))
    expect(FakeSocket.opened[0]?.isClosed).toBe(true)
    expect(await within(first).findByRole('button', { name: 'Love: 3' })).toBeVisible()
  })

  it('are not watched after the server has refused the player', async () => {
    const { line } = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    act(() => line.onclose?.({ code: 4403 }))
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(FakeSocket.opened).toHaveLength(1)
  })
})
