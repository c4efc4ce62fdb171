import type { HistoryEntry } from '@inkling/mock-server/contract/schemas/user'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gameDayAt } from '../../../day/game-day.ts'
import { QUERY, queryClient } from '../../../session/server/query-client.ts'
import { aDay, aGroup, aMember, aUser, someResults } from '../../../testing/builders.ts'
import { signedInAs } from '../../../testing/render-app.tsx'
import { reply, server } from '../../../testing/server.ts'
import * as gif from './animated-gif.ts'
import * as strip from './picture-strip.ts'
import ShareDialog from './share-dialog.tsx'

const LINK = `${window.location.origin}/public/results/game1`

const open = () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <ShareDialog results={someResults()} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { user, onClose }
}

const history = (entries: HistoryEntry[]) =>
  reply('getHistory', { entries, nextBefore: null, summary: { daysPlayed: 0, participated: 0 } })

beforeEach(() => {
  server.use(history([]))
  vi.spyOn(strip, 'makePictureStrip').mockImplementation(async ({ onProgress }) => {
    onProgress(1)
    return new Blob(['a picture'], { type: 'image/png' })
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'canShare')
})

/** Mocks a device that can share files. */
function withShareSheet(share: (data: ShareData) => Promise<void>): void {
  Object.assign(navigator, { share, canShare: () => true })
}

describe('sharing a chain', () => {
  it('copies the link, and the text without spoilers', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Link/ }))
    expect(await screen.findByRole('button', { name: /^Copied!/ })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(LINK)
    await user.click(screen.getByRole('button', { name: /^Text without spoilers/ }))
    const text = await navigator.clipboard.readText()
    expect(text.split('\n').slice(1)).toEqual(['✏️', '👁️ 🟩🟩🟩🟩🟩', `${LINK}?quiet=1`])
  })

  it('invites to the group that has played the chain', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getGroup', aGroup()))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Invitation.*Night Owls/ }))
    expect(await navigator.clipboard.readText()).toBe(`${LINK}?code=OWL123`)
  })

  it('does not invite to a group whose members have not played the chain', async () => {
    signedInAs(aUser({ groupId: 'owls' }))
    server.use(reply('getGroup', aGroup({ members: [aMember('Ann')] })))
    open()
    await waitFor(() => expect(queryClient.getQueryData(QUERY.group('owls'))).toBeDefined())
    expect(screen.queryByRole('button', { name: /^Invitation/ })).toBeNull()
  })

  it("includes the player's streak in the text", async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const date = gameDayAt(Date.now())
    server.use(history([aDay({ date })]))
    open()
    expect(await screen.findByText(/🔥 1 day in a row/)).toBeVisible()
  })

  it('shows all lines of the text to copy manually if there is no clipboard', async () => {
    const { user } = open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(screen.getByRole('button', { name: /^Text without spoilers/ }))
    expect(await screen.findByRole('dialog', { name: 'Copy Failed' })).toBeVisible()
    const field = screen.getByLabelText<HTMLTextAreaElement>('Please copy this text manually:')
    expect(field.value.split('\n')).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('dialog', { name: 'Pass this chain on' })).toBeVisible()
  })

  it('downloads a picture if the device cannot share files', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.href} ${this.download}`)
    })
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Picture strip/ }))
    expect(await screen.findByAltText('The chain as a picture strip')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved).toEqual(['blob:picture inkling-2026-11-20.png'])
  })

  it('shares a picture as a file with the link if the device can share files', async () => {
    const shared: ShareData[] = []
    withShareSheet(async (data) => void shared.push(data))
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Picture strip/ }))
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect(shared).toHaveLength(1)
    expect(shared[0]?.text).toBe(`Inkling, November 20\n${LINK}`)
    expect(shared[0]?.files?.[0]).toMatchObject({ name: 'inkling-2026-11-20.png', type: 'image/png' })
  })

  it('offers the download when the share sheet fails', async () => {
    withShareSheet(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Picture strip/ }))
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Share' })).toBeNull(), 15_000)
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  })

  it('offers the link when generating a picture fails', async () => {
    vi.mocked(strip.makePictureStrip).mockRejectedValue(new Error('no canvas'))
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Picture strip/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The picture could not be made.')
    await user.click(screen.getByRole('button', { name: 'Copy the link' }))
    expect(await navigator.clipboard.readText()).toBe(LINK)
  })

  it.each(['Picture strip', 'GIF'])('makes a %s again after a failure', async (kind) => {
    for (const maker of [
      vi.spyOn(strip, 'makePictureStrip'),
      vi.spyOn(gif, 'makeAnimatedGif').mockResolvedValue(new Blob(['a picture'], { type: 'image/gif' })),
    ])
      maker.mockRejectedValueOnce(new Error('the chunk is gone'))
    const { user } = open()
    await user.click(screen.getByRole('button', { name: new RegExp(`^${kind}`) }))
    await user.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByAltText(/^The chain as/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('stops generating a picture when it is cancelled', async () => {
    let signal: AbortSignal | undefined
    vi.mocked(strip.makePictureStrip).mockImplementation((request) => {
      signal = request.signal
      return new Promise(() => {})
    })
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Picture strip/ }))
    expect(await screen.findByRole('progressbar', { name: 'Pasting the pages together' })).toBeVisible()
    await vi.waitFor(() => expect(signal?.aborted).toBe(false), 15_000)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(signal?.aborted).toBe(true)
    expect(screen.getByRole('button', { name: /^Picture strip/ })).toBeVisible()
  })
})
