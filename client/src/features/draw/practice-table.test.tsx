import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aToday } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { reply, server } from '../../testing/server.ts'

const waiting = aToday({ yourStatus: 'pending', canStartTurn: false })

beforeEach(() => {
  signedInAs()
  // This environment has no canvas. Other tests cover the pixels.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    putImageData: () => {},
  } as unknown as RenderingContext as never)
})

/** Draws one line with the keyboard. */
async function draw(user: ReturnType<typeof renderApp>['user']) {
  screen.getByLabelText(/^Canvas to draw on/).focus()
  await user.keyboard(' {ArrowRight}{ArrowRight} ')
}

describe('the practice sheet', () => {
  it('has the tools without word, clock and submission, and starts no turn', async () => {
    server.use(reply('getToday', waiting))
    renderApp('/game/draw?practice')
    expect(await screen.findByRole('heading', { name: 'Practice sheet' })).toBeVisible()
    expect(screen.getByRole('group', { name: 'Colour' })).toBeVisible()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByRole('button', { name: /Submit|Pass/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
  })

  it('is kept as a picture, or wiped', async () => {
    server.use(reply('getToday', waiting))
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href.slice(0, 22)}`)
    })
    const { user } = renderApp('/game/draw?practice')
    const keep = await screen.findByRole('button', { name: 'Keep as a picture' })
    expect(keep).toBeDisabled()
    await draw(user)
    await user.click(keep)
    await waitFor(() => expect(saved).toEqual(['inkling-practice.png data:image/png;base64,']))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(keep).toBeDisabled()
    // Nothing of it stays on the device.
    expect(Object.keys(localStorage).filter((key) => /drawing/i.test(key))).toEqual([])
  })

  it('tells when the turn is free', async () => {
    server.use(reply('getToday', aToday({ yourStatus: 'pending', canStartTurn: true })))
    renderApp('/game/draw?practice')
    expect(await screen.findByText('Your turn is free')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Play' })).toHaveAttribute('href', '/game/ready')
  })
})
