import { FONT } from '@inkling/mock-server/picture/cards/look'
import { avatarImage } from '../players/avatar-image.ts'
import { drawingUrl } from '../turn/drawing-image.tsx'

/** An off-screen canvas and its context. */
export function makeCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas to paint on')
  return context
}

export async function loadDrawingImage(png: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = drawingUrl(png)
  await image.decode()
  return image
}

/** The fonts that cards are painted with. */
export const loadFonts = () => Promise.all(Object.values(FONT).map((font) => document.fonts.load(font(20))))

/** A player's avatar image; null if this site has none or it cannot be loaded. */
export async function loadAvatarImage(avatar: string | null): Promise<HTMLImageElement | null> {
  const address = avatarImage(avatar)
  if (address === null) return null
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch (error) {
    console.info('An avatar could not be painted:', error)
    return null
  }
}

/**
 * Lets the page handle its events.
 * @throws if the signal is aborted
 */
export async function yieldToPage(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
  signal.throwIfAborted()
}
