import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aToday, aUser } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { dropConnection, refuse, reply, server } from '../testing/server.ts'
import { ErrorPicture, OfflinePicture } from '../ui/pictures/pictures.tsx'

/** Screens, and the call that each needs for its content. */
const SCREENS = [
  ['/', 'getToday'],
  ['/group', 'getGroup'],
  ['/history', 'getHistory'],
  ['/game/results', 'getYesterdayResults'],
  ['/game/results?gameId=game1', 'getGame'],
  ['/game/submitted', 'getToday'],
  ['/public/results/game1', 'getPublicResults'],
] as const

/** On Home, the picture is small: the rest of the page stays. */
const HOME = '/'

/** The HTML of a picture, to find it in the page: pictures have no text. */
const drawn = (picture: ReactElement): string =>
  render(picture, { container: document.createElement('div') }).container.innerHTML

beforeEach(() => {
  signedInAs(aUser({ groupId: 'group1' }))
  server.use(reply('getToday', aToday()), refuse('getGroup', 'INTERNAL', 'The ink ran out'))
})

describe.each(SCREENS)('%s', (path, call) => {
  const small = path === HOME
  it('reports an unreachable server, with the picture of the unplugged cable', async () => {
    server.use(dropConnection(call))
    renderApp(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('Connection lost. Please check your internet')
    expect(document.body.innerHTML).toContain(drawn(<OfflinePicture small={small} />))
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled()
  })
})

describe.each(SCREENS.slice(0, -1))('%s', (path, call) => {
  const small = path === HOME
  it('shows the unplugged cable while the device is offline, and spilled ink for a server error', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.use(refuse(call, 'INTERNAL', 'The ink ran out'))
    renderApp(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('The ink ran out')
    expect(document.body.innerHTML).toContain(drawn(<OfflinePicture small={small} />))
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(
      () => expect(document.body.innerHTML).toContain(drawn(<ErrorPicture small={small} />)),
      15_000,
    )
  })
})
