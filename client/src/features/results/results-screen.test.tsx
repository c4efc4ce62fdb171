import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aToday, someResults } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { refuse, reply, server } from '../../testing/server.ts'

describe('public results', () => {
  it('show the chain to anybody, without reactions', async () => {
    server.use(reply('getPublicResults', someResults()))
    const { user } = renderApp('/public/results/game1')
    expect(await screen.findByRole('heading', { name: 'Game Results' })).toBeVisible()
    const summary = screen.getByLabelText('Summary')
    expect(within(summary).getByText('95%')).toBeVisible()
    const steps = within(screen.getByRole('list', { name: 'The chain' })).getAllByRole('listitem')
    expect(steps.map((step) => within(step).getByText(/^(Drew|Guessed)$/).textContent)).toEqual([
      'Drew',
      'Guessed',
    ])
    expect(screen.queryByRole('button', { name: /^Love/ })).not.toBeInTheDocument()
    expect(screen.getAllByRole('link', { name: 'Play Now' })).toHaveLength(2)
    await user.click(screen.getByText('All guess attempts (2)'))
    expect(screen.getByText('dog')).toBeVisible()
  })

  it('say when there are none to see', async () => {
    server.use(refuse('getPublicResults', 'NOT_FOUND', 'Game not found'))
    renderApp('/public/results/nothing')
    expect(await screen.findByText('Game Results Not Available')).toBeVisible()
    expect(screen.getByText(/Game results not found or not public/)).toBeVisible()
    expect(screen.getByText(/This game may not exist or may not be public yet\./)).toBeVisible()
  })
})

describe('the results of yesterday', () => {
  it('are missing when nobody played', async () => {
    signedInAs()
    server.use(reply('getToday', aToday()), refuse('getYesterdayResults', 'NOT_FOUND', 'No game yesterday'))
    renderApp('/game/results')
    expect(await screen.findByText('No Results Available')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start Playing' })).toHaveAttribute('href', '/')
  })
})
