import { addDays, dayAt } from '@inkling/mock-server/rules/time/day'
import { instantOf } from '@inkling/mock-server/rules/time/instant'
import { act, cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { dismissToast } from '../../platform/toast.ts'
import { aDay, aGroup, aToday, aUser } from '../../testing/builders.ts'
import { renderApp, signedInAs } from '../../testing/render-app.tsx'
import { recorded, refuse, reply, server } from '../../testing/server.ts'
import { withExtensions } from '../../testing/with-extensions.ts'

let moves: unknown[] = []
const expiresAt = () => new Date(Date.now() + 600_000).toISOString()

beforeEach(() => {
  localStorage.setItem(KEY.deviceId, 'device_1_ann')
  vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.use(
    withExtensions('devices'),
    reply('getToday', aToday()),
    reply('getGroup', aGroup()),
    reply('previewMove', { username: 'Ben', avatar: '🦉' }),
  )
  moves = recorded('moveHere', ({ replace }) => ({
    user: aUser({ id: 'ben', username: 'Ben' }),
    token: 'token-2',
    isNewUser: false,
    ...(replace && { formerCode: { code: 'ACDEFGHJ', expiresAt: expiresAt() } }),
  }))
})

/** A device whose player has nothing to lose. */
const newcomer = () =>
  signedInAs(aUser({ username: 'Player1234', finishedOnboarding: false, groupId: null, avatar: null }))

async function open() {
  const { user } = renderApp('/#move=ABCD2346')
  await screen.findByText('You become Ben on this device.', undefined, { timeout: 15_000 })
  return { user, dialog: within(screen.getByRole('dialog', { name: 'I already play' })) }
}

const left = () => vi.waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/'), 15_000)

describe('a move code', () => {
  it('changes nothing before the player has seen whose it is and what is given up', async () => {
    signedInAs(aUser({ username: 'Ann', groupId: 'owls' }))
    const { user, dialog } = await open()
    expect(dialog.getByText('Only use a code you made yourself.')).toBeVisible()
    expect(dialog.getByText('You give up Ann here')).toBeVisible()
    expect(dialog.getByText(/Ann stays in the group and past games/)).toBeVisible()
    expect(moves).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Replace' }))
    await left()
    expect(moves).toEqual([{ code: 'ABCD2346', deviceId: 'device_1_ann', replace: true }])
    expect(localStorage.getItem(KEY.authToken)).toBe('token-2')
    // Home shows it.
    const former = { username: 'Ann', code: 'ACDEFGHJ' }
    expect(JSON.parse(localStorage.getItem(KEY.formerCode) ?? '')).toMatchObject(former)
  })

  it.each([
    ['a name', { username: 'Ann', finishedOnboarding: false }],
    ['a group', { username: 'Player1234', finishedOnboarding: false, groupId: 'owls' }],
    ['finished onboarding', { username: 'Player1234', finishedOnboarding: true }],
  ])('warns a player with %s', async (_, user) => {
    signedInAs(aUser({ groupId: null, ...user }))
    const { dialog } = await open()
    expect(dialog.getByText(`You give up ${user.username} here`)).toBeVisible()
  })

  it.each([
    ['on a new device', newcomer],
    ['of the player of this device', () => signedInAs(aUser({ username: 'Ben', avatar: '🦉' }))],
  ])('%s gives up nobody', async (_, signIn) => {
    signIn()
    const { user, dialog } = await open()
    expect(dialog.queryByText(/You give up/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await left()
    expect(moves).toEqual([{ code: 'ABCD2346', deviceId: 'device_1_ann' }])
  })

  it('asks once more if the server knows of a game', async () => {
    newcomer()
    server.use(refuse('moveHere', 'CONFLICT', 'This device already plays as Player1234'))
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByText('You give up Player1234 here')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Replace' })).toBeVisible()
  })

  it('that is wrong or too old is said, and another one can be typed', async () => {
    newcomer()
    server.use(refuse('previewMove', 'NOT_FOUND', 'This code is unknown, used or too old. Make a new one.'))
    const { user } = renderApp('/#move=WRNG2346')
    expect(await screen.findByText(/This code is unknown/)).toBeVisible()
    server.use(reply('previewMove', { username: 'Ben', avatar: null }))
    await user.clear(screen.getByLabelText('Code'))
    await user.type(screen.getByLabelText('Code'), 'abcd-2346{Enter}')
    expect(await screen.findByText('You become Ben on this device.')).toBeVisible()
    expect(moves).toEqual([])
  })
})

it('is followed by a welcome with the streak that came along', async () => {
  signedInAs(aUser({ id: 'ben', username: 'Ben' }))
  sessionStorage.setItem(KEY.moved, 'true')
  const today = dayAt(instantOf(Date.now()), 'America/New_York')
  const entries = [1, 2, 3].map((days) => aDay({ gameId: `game${days}`, date: addDays(today, -days) }))
  server.use(reply('getHistory', { entries, nextBefore: null, summary: { daysPlayed: 3, participated: 3 } }))
  renderApp('/')
  expect(await screen.findByText('Welcome back, Ben! 3 days in a row.')).toBeVisible()
})

it('is followed by a welcome on the next page, once', async () => {
  newcomer()
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await left()
  cleanup()
  signedInAs(aUser({ id: 'ben', username: 'Ben' }))
  const { unmount } = renderApp('/')
  expect(await screen.findByText('Welcome back, Ben!')).toBeVisible()
  unmount()
  dismissToast()
  renderApp('/')
  expect(await screen.findByText('Game Progress')).toBeVisible()
  expect(screen.queryByText(/^Welcome back/)).toBeNull()
})

describe('the player who was given up', () => {
  const given = { username: 'Ann', code: 'ACDEFGHJ', expiresAt: expiresAt() }

  it('can be brought back by a code that Home shows with its time, until it is dismissed', async () => {
    signedInAs(aUser({ id: 'ben', username: 'Ben' }))
    localStorage.setItem(KEY.formerCode, JSON.stringify(given))
    const { user } = renderApp('/')
    expect(await screen.findByText('ACDE-FGHJ')).toBeVisible()
    expect(screen.getByText(/Until \d+:\d\d [AP]M, this code brings Ann back, on any device/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('ACDE-FGHJ')).toBeNull()
    expect(localStorage.getItem(KEY.formerCode)).toBeNull()
  })

  it('is not shown any more when the code has ended', async () => {
    signedInAs(aUser({ id: 'ben', username: 'Ben' }))
    const end = new Date(Date.now() + 60_000).toISOString()
    localStorage.setItem(KEY.formerCode, JSON.stringify({ ...given, expiresAt: end }))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    renderApp('/')
    expect(await screen.findByText('ACDE-FGHJ')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.queryByText('ACDE-FGHJ')).toBeNull()
  })
})
