import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { anAttempt, aToday, someResults, twoSteps } from '../../../testing/builders.ts'
import { renderApp, signedInAs } from '../../../testing/render-app.tsx'
import { reply, server, stall } from '../../../testing/server.ts'

const story = () => screen.queryByRole('dialog', { name: 'The story of this chain' })
const caption = () => within(story() as HTMLElement).getByRole('status').textContent

const open = async (results: GameResults = someResults()) => {
  server.use(
    reply('getToday', aToday()),
    reply('getGame', results),
    reply('getReactions', { gameId: results.gameId, stepReactions: [] }),
  )
  const view = renderApp('/game/results?gameId=game1')
  await screen.findByRole('list', { name: 'The chain' })
  return view
}

const watch = (ms: number) => act(() => vi.advanceTimersByTime(ms))

const stage = () =>
  within(story() as HTMLElement)
    .getByAltText('Drawn by Ann')
    .closest('section') as HTMLElement

beforeEach(() => {
  signedInAs()
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
})

describe('the story of a chain', () => {
  it('opens automatically the first time on this device, later on request', async () => {
    const { user, unmount } = await open()
    expect(caption()).toBe('1 of 4: Ann drew the word of the day.')
    await user.click(screen.getByRole('button', { name: 'Skip' }))
    expect(story()).toBeNull()
    expect(screen.getByRole('button', { name: 'Share Results' })).toBeVisible()
    unmount()

    const again = await open()
    expect(story()).toBeNull()
    await again.user.click(screen.getByRole('button', { name: 'Watch again' }))
    expect(story()).toBeVisible()
    expect(localStorage.getItem('inkling_stories_told')).toBe('["game1"]')
    // Escape
    fireEvent(story() as HTMLElement, new Event('cancel', { cancelable: true }))
    expect(story()).toBeNull()
  })

  it('shows a drawing without strokes, and nothing on it', async () => {
    const [drawn, guessed] = twoSteps()
    await open(someResults({ chain: [{ ...drawn, strokes: [] }, guessed] }))
    const image = within(story() as HTMLElement).getByAltText('Drawn by Ann')
    expect(image.parentElement).toHaveTextContent(/^$/)
  })

  it('does not open for a chain without steps', async () => {
    await open(someResults({ chain: [], finalGuess: null }))
    expect(story()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Watch again' })).toBeNull()
  })

  it('has the table prizes of three players or more before the end', async () => {
    const [drawn, guessed] = twoSteps()
    const chain = [drawn, guessed, { ...drawn, stepIndex: 2, userId: 'cleo', username: 'Cleo' }]
    const { user } = await open(someResults({ chain }))
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(caption()).toMatch(/^5 of 6: Table prizes\. Most patient pen: 40 s \(Ann\)/)
    const prizes = within(story() as HTMLElement).getByRole('region', { name: 'Table prizes' })
    expect(within(prizes).getAllByRole('listitem')).toHaveLength(3)
    await user.keyboard('{ArrowRight}')
    expect(caption()).toMatch(/^6 of 6: It ended as/)
  })

  it('is controlled by keys', async () => {
    const { user } = await open()
    await user.keyboard('{ArrowRight}')
    expect(caption()).toBe('2 of 4: The word was cat.')
    await user.keyboard(' ')
    expect(caption()).toBe('3 of 4: Ben tried dog, and guessed kitty: very close, 95% of cat.')
    await user.keyboard('{ArrowLeft}')
    expect(caption()).toBe('2 of 4: The word was cat.')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(caption()).toBe('4 of 4: It ended as kitty: very close, 95% of cat. The end.')
    expect(screen.getByRole('button', { name: 'See the chain' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
    expect(within(story() as HTMLElement).getByRole('button', { name: 'Share' })).toBeVisible()
    await user.keyboard(' ')
    expect(story()).toBeNull()
  })

  it('handles each press, even while a page is turning', async () => {
    const turns: (() => void)[] = []
    const startViewTransition = (turn: () => void) => {
      turns.push(turn)
      return { ready: Promise.resolve() }
    }
    Object.assign(document, { startViewTransition })
    onTestFinished(() => void Reflect.deleteProperty(document, 'startViewTransition'))
    const { user } = await open()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(caption()).toMatch(/^1 of 4/)
    act(() => {
      for (const turn of turns) turn()
    })
    expect(caption()).toMatch(/^3 of 4/)
  })

  it('plays automatically and stops at the end', async () => {
    await open()
    watch(3700)
    expect(caption()).toMatch(/^1 of 4/)
    watch(200)
    expect(caption()).toMatch(/^2 of 4/)
    watch(3900)
    expect(caption()).toMatch(/^3 of 4/)
    watch(7100)
    expect(caption()).toMatch(/^4 of 4/)
    watch(600_000)
    expect(caption()).toMatch(/^4 of 4/)
  })

  it('waits while it is paused, and during a long touch', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    watch(60_000)
    expect(caption()).toMatch(/^1 of 4/)
    await user.click(screen.getByRole('button', { name: 'Play' }))
    fireEvent.pointerDown(stage(), { pointerId: 1, button: 0 })
    watch(60_000)
    expect(caption()).toMatch(/^1 of 4/)
    fireEvent.pointerCancel(stage(), { pointerId: 1 })
    watch(3900)
    expect(caption()).toMatch(/^2 of 4/)
  })

  it('continues on a tap, and turns pages on swipes', async () => {
    await open()
    const surface = stage()
    const swipe = (from: number, to: number) => {
      const at = story()?.querySelector('section') ?? surface
      fireEvent.pointerDown(at, { pointerId: 1, button: 0, clientX: from, clientY: 100 })
      fireEvent.pointerUp(at, { pointerId: 1, button: 0, clientX: to, clientY: 104 })
    }
    swipe(100, 101)
    expect(caption()).toMatch(/^2 of 4/)
    swipe(200, 100)
    expect(caption()).toMatch(/^3 of 4/)
    swipe(100, 200)
    expect(caption()).toMatch(/^2 of 4/)
    swipe(100, 130)
    expect(caption()).toMatch(/^2 of 4/)
  })

  it('does not move with reduced motion', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          ...new EventTarget(),
          matches: query.includes('reduce'),
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    const { user } = await open()
    watch(600_000)
    expect(caption()).toMatch(/^1 of 4/)
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(caption()).toMatch(/^2 of 4/)
  })

  it('shows the finished drawing if its replay fails', async () => {
    const [drawn, guessed] = twoSteps()
    const points = [[1, 1]]
    const strokes = [{ tool: 'pen' as const, color: '#000000', size: 5, points }]
    await open(someResults({ chain: [{ ...drawn, strokes }, guessed] }))
    await vi.waitFor(
      // This environment has no canvas.
      () => expect(console.info).toHaveBeenCalledWith('The replay could not be loaded:', expect.any(Error)),
      15_000,
    )
    const shown = within(story() as HTMLElement)
    expect(shown.getByAltText('Drawn by Ann')).toBeVisible()
    await vi.waitFor(() => expect(story()?.querySelector('canvas')).toBeNull(), 15_000)
  })

  it('turns the word card over, and delays the vain tries, the guess and its score', async () => {
    const { user } = await open()
    const shown = within(story() as HTMLElement)
    await user.keyboard('{ArrowRight}')
    const card = shown.getByText('cat').parentElement as HTMLElement
    expect(card).toHaveAttribute('aria-hidden', 'true')
    watch(1200)
    expect(card).toHaveAttribute('aria-hidden', 'false')
    await user.keyboard('{ArrowRight}')
    const written = shown.getByText('kitty').closest('[data-come]')
    expect(written).toHaveAttribute('data-come', 'false')
    const tried = shown.getByText('dog').closest('[data-come]')
    expect(tried).toHaveAttribute('data-come', 'false')
    watch(1000)
    expect(tried).toHaveAttribute('data-come', 'true')
    expect(written).toHaveAttribute('data-come', 'false')
    watch(900)
    expect(written).toHaveAttribute('data-come', 'true')
    const score = () => story()?.querySelector('[data-scored]')
    expect(score()).toHaveAttribute('data-come', 'false')
    watch(1600)
    expect(score()).toHaveAttribute('data-come', 'true')
    watch(500)
    expect(score()).not.toHaveTextContent('95%')
    watch(800)
    expect(score()).toHaveTextContent('95%')
    expect(score()).toHaveAttribute('data-scored', 'true')
  })

  it('accepts reactions, and waits while one is chosen', async () => {
    server.use(stall('addReaction'))
    const { user } = await open()
    const shown = within(story() as HTMLElement)
    await user.click(shown.getByRole('button', { name: 'More reactions' }))
    watch(60_000)
    expect(caption()).toMatch(/^1 of 4/)
    await user.click(shown.getByRole('menuitemradio', { name: 'Fire' }))
    expect(shown.getByRole('button', { name: 'Fire: 1' })).toHaveAttribute('aria-pressed', 'true')
    watch(3900)
    expect(caption()).toMatch(/^2 of 4/)
    expect(shown.queryByRole('button', { name: 'More reactions' })).toBeNull()
  })

  it('runs on after its page has turned with the list of reactions open', async () => {
    const { user } = await open()
    const shown = within(story() as HTMLElement)
    await user.click(shown.getByRole('button', { name: 'More reactions' }))
    await user.keyboard('{ArrowRight}')
    // The key is the menu's.
    expect(caption()).toMatch(/^1 of 4/)
    act(() => shown.getByRole('button', { name: 'Next' }).click())
    expect(caption()).toMatch(/^2 of 4/)
    expect(story()).toHaveAttribute('data-running', 'true')
    act(() => shown.getByRole('button', { name: 'Back' }).click())
    expect(shown.getByRole('button', { name: 'More reactions' })).toHaveAttribute('aria-expanded', 'false')
    expect(story()).toHaveAttribute('data-running', 'true')
    watch(60_000)
    expect(caption()).not.toMatch(/^1 of 4/)
  })

  it('stays open when Escape or a press elsewhere closes the list of reactions', async () => {
    const { user } = await open()
    const shown = within(story() as HTMLElement)
    const more = () => shown.getByRole('button', { name: 'More reactions' })
    await user.click(more())
    await user.keyboard('{Escape}')
    expect(more()).toHaveAttribute('aria-expanded', 'false')
    expect(more()).toHaveFocus()
    await user.click(more())
    await user.click(stage())
    expect(more()).toHaveAttribute('aria-expanded', 'false')
    expect(caption()).toMatch(/^1 of 4/)
  })

  it.each([
    [100, true],
    [99, false],
  ])('ends with a poster; at %i %% with confetti: %s', async (similarityScore, hasConfetti) => {
    const { user } = await open(someResults({ similarityScore }))
    for (let page = 0; page < 3; page++) await user.keyboard('{ArrowRight}')
    const poster = within(within(story() as HTMLElement).getByLabelText('The end'))
    for (const text of ['Great match!', `${similarityScore}%`]) expect(poster.getByText(text)).toBeVisible()
    // The word, and what the score is a percentage of.
    expect(poster.getAllByText('cat')).toHaveLength(2)
    expect(story()?.querySelector('.confetti') !== null).toBe(hasConfetti)
  })

  it('makes the most of the place where it went wrong', async () => {
    const [drawn, guessed] = twoSteps()
    const lost = { ...guessed, content: { guess: 'submarine' }, similarityScore: 12 }
    const { user } = await open(
      someResults({
        chain: [drawn, lost],
        finalGuess: 'submarine',
        similarityScore: 12,
        matchType: 'unrelated',
        guessAttempts: [anAttempt('submarine', { similarityScore: 12, stepIndex: 1 })],
      }),
    )
    const shown = within(story() as HTMLElement)
    await user.keyboard('{ArrowRight}{ArrowRight}')
    watch(5_000)
    expect(shown.getByText('Miles off')).toBeVisible()
    const wrong = shown.getByText('Here it went wrong').closest('[data-come]')
    expect(wrong).toHaveAttribute('data-come', 'true')
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(within(wrong as HTMLElement).getByRole('button', { name: 'Send this on' }))
    expect(written).toHaveBeenCalledWith(`${window.location.origin}/public/results/game1`)
    await user.keyboard('{ArrowRight}')
    expect(shown.getByText(/^Lost at/)).toHaveTextContent('Lost at Ben!')
    expect(story()?.querySelector('.confetti')).toBeNull()
  })

  it.each(['game1', 'game1).'])('can be watched by anyone with the link .../%s', async (end) => {
    const asked: string[] = []
    server.use(
      reply('getPublicResults', (request) => {
        asked.push(new URL(request.url).pathname)
        return someResults()
      }),
    )
    const { user } = renderApp(`/public/results/${end}`)
    await user.click(await screen.findByRole('button', { name: 'Watch the story' }))
    expect(asked).toEqual(['/api/public/game/game1/results'])
    expect(caption()).toBe('1 of 4: Ann drew the word of the day.')
  })
})
