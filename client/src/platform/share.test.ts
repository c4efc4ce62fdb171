import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareLink } from './share.ts'

const SHARED = { title: 'Inkling', text: 'Come and draw!', url: 'https://inkling.example/?code=OWL123' }
const share = vi.fn()
const writeText = vi.fn()

function onDevice(userAgent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}

beforeEach(() => {
  share.mockReset()
  writeText.mockReset()
  vi.stubGlobal('navigator', Object.assign(navigator, { share }))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  onDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148')
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
  vi.unstubAllGlobals()
})

describe('sharing a link', () => {
  it('uses the share sheet on a mobile device', async () => {
    expect(await shareLink(SHARED)).toBe('shared')
    expect(share).toHaveBeenCalledWith(SHARED)
    expect(writeText).not.toHaveBeenCalled()
  })

  it('uses the clipboard on a desktop, even if there is a share sheet', async () => {
    onDevice('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0')
    expect(await shareLink(SHARED)).toBe('copied')
    expect(writeText).toHaveBeenCalledWith(SHARED.url)
    expect(share).not.toHaveBeenCalled()
  })

  it('does nothing more when the player closes the share sheet', async () => {
    share.mockRejectedValue(new DOMException('Share canceled', 'AbortError'))
    expect(await shareLink(SHARED)).toBe('dismissed')
    expect(writeText).not.toHaveBeenCalled()
  })

  it('falls back to the clipboard, and reports if that fails too', async () => {
    share.mockRejectedValue(new DOMException('Not now', 'NotAllowedError'))
    expect(await shareLink(SHARED)).toBe('copied')
    writeText.mockRejectedValue(new DOMException('Not now', 'NotAllowedError'))
    expect(await shareLink(SHARED)).toBe('failed')
  })
})
