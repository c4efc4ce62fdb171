import { render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { storeGroupCode } from '../../session/device/pending-group-code.ts'
import { anAttempt, aToday, someResults, twoSteps } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { refuse, reply, server, stall } from '../../testing/server.ts'
import { Summary } from './summary.tsx'

describe('public results', () => {
  // Visitors who have not guessed the first drawing yet are asked first (guess-first.test.tsx).
  beforeEach(() => rememberOpened('game1'))

  it('show the chain to everyone, without reactions', async () => {
    server.use(reply('getPublicResults', someResults()))
    renderApp('/public/results/game1')
    expect(await screen.findByRole('heading', { name: 'Game Results' })).toBeVisible()
    const summary = screen.getByLabelText('Summary')
    expect(within(summary).getByText('95%')).toBeVisible()
    const steps = [...screen.getByRole('list', { name: 'The chain' }).children] as HTMLElement[]
    expect(steps.map((step) => within(step).getByText(/^(Drew|Guessed)$/).textContent)).toEqual([
      'Drew',
      'Guessed',
    ])
    // The end is below the chain, so that it is not given away.
    const end = Node.DOCUMENT_POSITION_FOLLOWING
    expect(screen.getByRole('list', { name: 'The chain' }).compareDocumentPosition(summary) & end).toBe(end)
    const intro = screen.getByText(/^Friends draw and guess in turns, one word a day/)
    expect(intro).toBeVisible()
    expect(intro).not.toHaveTextContent('cat')
    expect(screen.queryByRole('button', { name: /^Love/ })).not.toBeInTheDocument()
    expect(screen.getAllByRole('link', { name: 'Play Now' })).toHaveLength(2)
    expect(screen.getByText('All guess attempts (2)')).toBeVisible()
  })

  it('show a drawing without strokes, and nothing beside it', async () => {
    const [drawn, guessed] = twoSteps()
    server.use(reply('getPublicResults', someResults({ chain: [{ ...drawn, strokes: [] }, guessed] })))
    renderApp('/public/results/game1')
    const image = await screen.findByAltText('Drawn by Ann')
    expect(image.parentElement).toHaveTextContent(/^$/)
    expect(screen.queryByRole('button', { name: 'Watch it being drawn' })).toBeNull()
  })

  it('tell names that look alike apart', async () => {
    const [drawn, guessed] = twoSteps()
    const chain = [
      { ...drawn, userId: null, username: 'Grandma' },
      { ...guessed, userId: null, username: 'Grandrna' },
      { ...drawn, stepIndex: 2, userId: null, username: 'Player' },
      { ...guessed, stepIndex: 3, userId: null, username: 'Player' },
    ]
    server.use(reply('getPublicResults', someResults({ chain })))
    renderApp('/public/results/game1')
    const [first, second, third] = within(
      await screen.findByRole('list', { name: 'The chain' }),
    ).getAllByRole('listitem')
    expect(first).toHaveTextContent('Grandma1')
    expect(second).toHaveTextContent('Grandrna2')
    expect(third).not.toHaveTextContent(/Player\d/)
  })

  it('show which group invites', async () => {
    storeGroupCode({ pathname: '/', search: '?code=OWL123' })
    server.use(
      reply('getPublicResults', someResults()),
      reply('getInvitation', { id: 'owls', name: 'Night Owls', avatar: null, memberCount: 4 }),
    )
    renderApp('/public/results/game1')
    const invitation = await screen.findByRole('region', { name: 'Your invitation' })
    expect(await within(invitation).findByText('Night Owls')).toBeVisible()
    expect(within(invitation).getByText('4 players are in.')).not.toHaveClass('visually-hidden')
  })

  it('name no group where the server does not tell', async () => {
    storeGroupCode({ pathname: '/', search: '?code=OWL123' })
    server.use(reply('getPublicResults', someResults()), refuse('getInvitation', 'NOT_FOUND', 'Not found'))
    renderApp('/public/results/game1')
    expect(await screen.findByRole('heading', { name: 'Game Results' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your invitation' })).toBeNull())
  })

  it('explain that they are not available', async () => {
    server.use(refuse('getPublicResults', 'NOT_FOUND', 'Game not found'))
    renderApp('/public/results/nothing')
    expect(await screen.findByText('Game Results Not Available')).toBeVisible()
    expect(screen.getByText(/Game results not found or not public/)).toBeVisible()
    expect(screen.getByText(/This game may not exist or may not be public yet\./)).toBeVisible()
  })
})

describe('public results that cannot be shown', () => {
  it('report a URL without a game id', async () => {
    renderApp('/public/results/')
    expect(await screen.findByText(/No game ID provided/)).toBeVisible()
    expect(screen.getByText('Game Results Not Available')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Play Now' })).toHaveAttribute('href', '/')
  })

  it('show the loading state', async () => {
    server.use(stall('getPublicResults'))
    renderApp('/public/results/game1')
    expect(await screen.findByText('Loading results...')).toBeVisible()
  })
})

describe('the results of a game', () => {
  const today = aToday({ status: 'completed', yourStatus: 'completed', gameId: 'game1' })
  /** Adds handlers for the game after the one for today, because the path of a game by id also matches 'today'. */
  const game = (...handlers: Parameters<typeof server.use>) =>
    server.use(reply('getToday', today), ...handlers)

  beforeEach(() => {
    signedInAs()
    rememberOpened('game1')
    game(reply('getGame', someResults()), reply('getReactions', { gameId: 'game1', stepReactions: [] }))
  })

  it('show the starting word, the final guess and the figures, then the attempts, then the chain', async () => {
    const { user } = renderApp('/game/results?gameId=game1')
    const summary = await screen.findByLabelText('Summary')
    for (const text of ['cat', 'kitty', 'Great match!', 'steps', 'attempts', '95%']) {
      expect(within(summary).getByText(text)).toBeVisible()
    }
    expect(screen.getByRole('heading', { name: 'Game Results' })).toBeVisible()
    const attempts = screen.getByText('All guess attempts (2)').closest('details') as HTMLElement
    const chain = screen.getByRole('list', { name: 'The chain' })
    for (const [first, next] of [
      [summary, attempts],
      [attempts, chain],
    ] as const) {
      expect(first.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
    expect(attempts).not.toHaveAttribute('open')
    await user.click(screen.getByText('All guess attempts (2)'))
    expect(attempts).toHaveAttribute('open')
  })

  it('show whose attempts are whose', async () => {
    const { user } = renderApp('/game/results?gameId=game1')
    await user.click(await screen.findByText('All guess attempts (2)'))
    expect(screen.getByText('How near each guess is to what was drawn:')).toBeVisible()
    const bens = within(screen.getByRole('region', { name: 'Ben' }))
    expect(bens.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('dog'),
      expect.stringContaining('kitty'),
    ])
    const [drawn, guessed] = within(screen.getByRole('list', { name: 'The chain' })).getAllByRole('listitem')
    expect(drawn).not.toHaveTextContent('dog')
    expect(within(guessed as HTMLElement).getByRole('list', { name: 'Tried in vain' })).toHaveTextContent(
      'dog',
    )
  })

  it('show a plain list of attempts where the server does not say whose they are', async () => {
    const guessAttempts = [anAttempt('dog'), anAttempt('kitty')]
    game(reply('getGame', someResults({ guessAttempts })))
    const { user } = renderApp('/game/results?gameId=game1')
    await user.click(await screen.findByText('All guess attempts (2)'))
    expect(screen.queryByRole('region', { name: 'Ben' })).toBeNull()
    expect(screen.getByText('dog')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Tried in vain' })).toBeNull()
  })

  it.each([
    ['exact', 100, 'Perfect match!', 'green'],
    ['similar', 90, 'Great match!', 'green'],
    ['similar', 89, 'Great match!', 'yellow'],
    ['partial', 69, 'Good attempt!', 'orange'],
    ['distant', 49, 'That took a turn somewhere!', 'pink'],
    ['unrelated', 0, 'Gloriously lost on the way!', 'pink'],
  ] as const)('show for a %s match of %i: %s', (matchType, similarityScore, message, tone) => {
    render(<Summary results={someResults({ matchType, similarityScore })} />)
    expect(screen.getByText(message)).toBeVisible()
    const { style } = screen.getByLabelText('Summary')
    expect(style.getPropertyValue('--paper-fill')).toBe(`var(--wash-${tone})`)
  })

  it('are those of the game in the navigation state', async () => {
    const asked = vi.fn((_: Request) => someResults())
    game(reply('getGame', asked))
    const { user } = renderApp('/game/submitted')
    await user.click(await screen.findByRole('link', { name: 'View Complete Results' }))
    expect(await screen.findByLabelText('Summary')).toBeVisible()
    expect(asked.mock.lastCall?.[0].url).toMatch(/\/api\/game\/game1$/)
  })

  it.each(['/game/results', '/game/results?gameId='])("are yesterday's at %s", async (path) => {
    server.use(reply('getYesterdayResults', { gameId: 'game1', word: 'cat', chain: [], participants: [] }))
    renderApp(path)
    expect(await screen.findByText('kitty', { selector: '[aria-label="Summary"] *' })).toBeVisible()
  })

  it('are shared as a link that anyone can open, shown to copy manually without a clipboard', async () => {
    const { user } = renderApp('/game/results?gameId=game1')
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    const share = await screen.findByRole('button', { name: 'Share Results' })
    await user.click(share)
    expect(written).toHaveBeenCalledWith(`${window.location.origin}/public/results/game1`)
    written.mockRejectedValue(new Error('Not allowed'))
    await user.click(share)
    const dialog = await screen.findByRole('dialog', { name: 'Copy Failed' })
    expect(within(dialog).getByDisplayValue(/\/public\/results\/game1$/)).toBeVisible()
  })

  it('show the loading state', async () => {
    game(stall('getGame'))
    renderApp('/game/results?gameId=game1')
    expect(await screen.findByText('Loading results...')).toBeVisible()
  })

  it.each([
    ['The ink ran out', 'The ink ran out'],
    ['', 'Failed to load results'],
  ])('show the error (%s) and retry', async (message, sentence) => {
    game(refuse('getGame', 'INTERNAL', message))
    const { user } = renderApp('/game/results?gameId=game1')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
    game(reply('getGame', someResults()))
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByLabelText('Summary')).toBeVisible()
  })
})

describe('the results of yesterday', () => {
  it('are missing when nobody played', async () => {
    signedInAs()
    server.use(reply('getToday', aToday()))
    renderApp('/game/results')
    expect(await screen.findByText('No Results Available')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start Playing' })).toHaveAttribute('href', '/')
  })
})
