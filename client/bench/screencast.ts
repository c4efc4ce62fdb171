import type { CDPSession, Page } from '@playwright/test'
import { decode } from 'fast-png'

interface Frame {
  /** Of the device's clock, in milliseconds. */
  readonly at: number
  readonly png: Buffer
}

/** Below the connection banner and above the tabs. */
const SCREEN = { top: 0.06, bottom: 0.86 }
/** Ink is darker than paper, its dots and its shadows. */
const MAX_INK_LUMINANCE = 120
/** A line of text has more. */
const MIN_INK = 0.0015

/** The frames that a page displays. */
export class Screencast {
  readonly #cdp: CDPSession
  readonly frames: Frame[] = []

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp
  }

  static async start(page: Page): Promise<Screencast> {
    const cdp = await page.context().newCDPSession(page)
    const screencast = new Screencast(cdp)
    cdp.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      screencast.frames.push({ at: (metadata.timestamp ?? 0) * 1_000, png: Buffer.from(data, 'base64') })
      // The session may have ended meanwhile.
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    })
    await cdp.send('Page.startScreencast', { format: 'png', maxWidth: 180, maxHeight: 370 })
    return screencast
  }

  /** @returns how many frames showed empty paper after the first that did not, and for how long in milliseconds */
  async stop(): Promise<{ frames: number; ms: number }> {
    await this.#cdp.send('Page.stopScreencast')
    await this.#cdp.detach()
    let hasBegun = false
    let frames = 0
    let ms = 0
    for (const [index, { at, png }] of this.frames.entries()) {
      if (!isBlank(png)) hasBegun = true
      else if (hasBegun) {
        frames++
        ms += (this.frames[index + 1]?.at ?? at) - at
      }
    }
    return { frames, ms }
  }
}

function isBlank(png: Buffer): boolean {
  const { width, height, channels, data } = decode(png)
  let ink = 0
  const [from, to] = [Math.floor(height * SCREEN.top) * width, Math.floor(height * SCREEN.bottom) * width]
  for (let pixel = from; pixel < to; pixel++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * channels, pixel * channels + 3)
    if (0.3 * red + 0.6 * green + 0.1 * blue < MAX_INK_LUMINANCE) ink++
  }
  return ink < MIN_INK * (to - from)
}
