import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareLink } from './share.ts'

const SHARED = { title: 'Inkling', text: 'Come and draw!', url: 'https://inkling.example/?code=OWL123' }
const share = vi.fn()
const writeText = vi.fn()

/** Simulates a device by its features, with a name that says nothing. */
function onDevice({ touchPoints, pointer }: { touchPoints: number; pointer: 'coarse' | 'fine' }) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  )
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touchPoints)
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === `(pointer: ${pointer})` }) as MediaQueryList,
  )
}

beforeEach(() => {
  share.mockReset()
  writeText.mockReset()
  vi.stubGlobal('navigator', Object.assign(navigator, { share }))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  onDevice({ touchPoints: 5, pointer: 'coarse' })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
})

describe('sharing a link', () => {
  it('uses the share sheet on a mobile device, such as an iPad that calls itself a Mac', async () => {
    expect(await shareLink(SHARED)).toBe('shared')
    expect(share).toHaveBeenCalledWith(SHARED)
    expect(writeText).not.toHaveBeenCalled()
  })

  it.each([
    ['a desktop', { touchPoints: 0, pointer: 'fine' }],
    ['a laptop with a touch screen', { touchPoints: 10, pointer: 'fine' }],
  ] as const)('uses the clipboard on %s, even if there is a share sheet', async (_, device) => {
    onDevice(device)
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
