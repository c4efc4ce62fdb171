import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someResults, twoSteps } from '../../../testing/builders.ts'
import { renderApp, signedInAs } from '../../../testing/render-app.tsx'
import { reply, server } from '../../../testing/server.ts'

async function open() {
  server.use(reply('getPublicResults', someResults()))
  const view = renderApp('/public/results/game1')
  await screen.findByRole('heading', { name: 'Game Results' })
  return view
}

describe('a visitor of public results', () => {
  it('is asked first, and nothing gives the word away until they have guessed it', async () => {
    const { user } = await open()
    const asked = screen.getByRole('region', { name: 'What is this?' })
    expect(within(asked).getByAltText('The first drawing')).toBeVisible()
    expect(document.body).not.toHaveTextContent(/\bcat\b|kitty|dog/)
    expect(screen.queryByRole('list', { name: 'The chain' })).toBeNull()
    await user.type(screen.getByLabelText('Your guess'), 'teapot{Enter}')
    expect(within(asked).getByRole('status')).toHaveTextContent('Not teapot. 4 tries left.')
    expect(screen.getByLabelText('Your guess')).toHaveFocus()
    await user.type(screen.getByLabelText('Your guess'), 'The Cat')
    await user.click(screen.getByRole('button', { name: 'Guess' }))
    const verdict = screen.getByRole('region', { name: 'Right, on try 2!' })
    expect(within(verdict).getByRole('heading')).toHaveFocus()
    expect(verdict).toHaveTextContent('You beat them: Ben took it for “kitty”!')
    expect(screen.getByRole('list', { name: 'The chain' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Watch the story' })).toBeVisible()
  })

  it('sees the answer after five tries, and is not asked again', async () => {
    const { user, unmount } = await open()
    for (const guess of ['one', 'two', 'three', 'four', 'five'])
      await user.type(screen.getByLabelText('Your guess'), `${guess}{Enter}`)
    expect(screen.getByRole('region', { name: 'It was' })).toHaveTextContent('Ben took it for “kitty”.')
    unmount()
    await open()
    expect(screen.getByRole('list', { name: 'The chain' })).toBeVisible()
    expect(screen.queryByLabelText('Your guess')).toBeNull()
  })

  it('may just look', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Just show me' }))
    expect(screen.getByRole('list', { name: 'The chain' })).toBeVisible()
  })

  it('is not asked if they play here', async () => {
    signedInAs()
    await open()
    expect(screen.queryByLabelText('Your guess')).toBeNull()
  })

  it('is not asked about a drawing that was removed', async () => {
    const [first, second] = twoSteps()
    server.use(reply('getPublicResults', someResults({ chain: [{ ...first, hidden: 'all' }, second] })))
    renderApp('/public/results/game1')
    expect(await screen.findByRole('list', { name: 'The chain' })).toBeVisible()
    expect(screen.queryByLabelText('Your guess')).toBeNull()
  })
})
