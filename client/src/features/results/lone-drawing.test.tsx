import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { rememberOpened } from '../../session/device/opened-games.ts'
import { aToday, aUser, someResults, twoSteps } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

const [drawn, guessed] = twoSteps()
const lone = someResults({ chain: [drawn], finalGuess: null, similarityScore: 0, guessAttempts: [] })

async function open(results: ReturnType<typeof someResults>, path = '/game/results?gameId=game1') {
  server.use(
    reply('getToday', aToday()),
    reply('getGame', results),
    reply('getPublicResults', results),
    reply('getReactions', { gameId: 'game1', stepReactions: [] }),
    withExtensions('reports', 'house-player'),
  )
  const view = renderApp(path)
  await screen.findByRole('list', { name: 'The chain' })
  return view
}

describe('a chain of one drawing', () => {
  it.each([
    ['its author', 'ann', 'Your drawing waits for somebody. Send it on.'],
    ['others', 'somebody-else', "Ann's drawing waits for somebody. Send it on."],
  ])('waits, and is not mocked, for %s', async (_, id, sentence) => {
    signedInAs(aUser({ id }))
    rememberOpened('game1')
    await open(lone)
    const summary = screen.getByRole('region', { name: 'Summary' })
    expect(summary).toHaveTextContent(sentence)
    expect(summary).not.toHaveTextContent(/%|lost|nobody guessed/i)
    expect(screen.getByRole('button', { name: 'Share Results' })).toBeVisible()
  })

  it('waits at the end of the story, too', async () => {
    signedInAs(aUser({ id: 'somebody-else' }))
    const { user } = await open(lone)
    await user.keyboard('{ArrowRight}{ArrowRight}')
    const story = screen.getByRole('dialog', { name: 'The story of this chain' })
    expect(within(story).getByRole('status')).toHaveTextContent("Ann's drawing waits for somebody")
    expect(within(story).getByRole('region', { name: 'The end' })).not.toHaveTextContent(/%|lost/i)
  })
})

it('marks the house player, whose steps cannot be reported', async () => {
  signedInAs()
  rememberOpened('game1')
  await open(
    someResults({ chain: [drawn, { ...guessed, userId: 'house-inky', username: 'Inky', house: true }] }),
  )
  const [, inkys] = within(screen.getByRole('list', { name: 'The chain' })).getAllByRole('listitem')
  expect(inkys).toHaveTextContent(/Inky.*the house/)
  expect(within(inkys as HTMLElement).queryByRole('button', { name: /report/i })).toBeNull()
})
