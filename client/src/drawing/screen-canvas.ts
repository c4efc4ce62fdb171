import type { Board } from './board.ts'

/** In canvas pixels. A higher resolution is not visible, and costs time. */
const MAX_SIDE = 1400
const MIN_SIDE = 120
/** After a resize, the canvas is repainted once its size is stable. */
const RESIZE_DELAY_MS = 120

/**
 * Displays a board on a canvas at the resolution of the screen. Copies changed pixels once per frame, and repaints the
 * board when the canvas is resized.
 * @param onFrame called after each of these frames
 * @returns a function that stops the display
 */
export function showOn(canvas: HTMLCanvasElement, board: Board, onFrame: () => void): () => void {
  // The canvas only receives pixels, so it should be in CPU memory.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas to draw on')
  const { drawing } = board
  let image: ImageData | null = null
  let frame = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  let wanted = 0

  const nextFrame = () => {
    // During a stroke another frame follows anyway; requesting it in the event handler would take longer.
    frame = board.isDown ? requestAnimationFrame(nextFrame) : 0
    present()
    onFrame()
    // Deferred until this frame is displayed.
    if (frame === 0) setTimeout(() => drawing.completeFill())
  }

  const present = () => {
    const { stale } = drawing.screen
    if (!image || stale.isEmpty) return
    const { left, top, right, bottom } = stale
    context.putImageData(image, 0, 0, left, top, right - left + 1, bottom - top + 1)
    stale.empty()
  }

  const presentAll = () => {
    const { side, stale } = drawing.screen
    stale.include(0, 0, side - 1, side - 1)
    present()
  }

  const fit = () => {
    settling = undefined
    if (wanted === canvas.width && image) return
    if (board.isDown) {
      settling = setTimeout(fit, RESIZE_DELAY_MS)
      return
    }
    drawing.resize(wanted)
    canvas.width = wanted
    canvas.height = wanted
    image = new ImageData(new Uint8ClampedArray(drawing.screen.pixels.buffer), wanted, wanted)
    presentAll()
  }

  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return
    const side = devicePixels(entry)
    if (side === 0) return
    wanted = Math.min(MAX_SIDE, Math.max(MIN_SIDE, side))
    clearTimeout(settling)
    if (image) settling = setTimeout(fit, RESIZE_DELAY_MS)
    else fit()
  })
  observe(observer, canvas)

  const stopListening = board.painted.listen(() => {
    if (frame === 0) frame = requestAnimationFrame(nextFrame)
  })
  canvas.addEventListener('contextrestored', presentAll)
  return () => {
    observer.disconnect()
    stopListening()
    clearTimeout(settling)
    cancelAnimationFrame(frame)
    canvas.removeEventListener('contextrestored', presentAll)
  }
}

function devicePixels({ contentRect, devicePixelContentBoxSize }: ResizeObserverEntry): number {
  const computed = Math.round(contentRect.width * window.devicePixelRatio)
  const exact = devicePixelContentBoxSize?.[0]?.inlineSize ?? computed
  // `exact` includes the browser's rounding, but a browser that emulates another screen reports its own pixels there.
  return Math.abs(exact - computed) <= 1 ? exact : computed
}

function observe(observer: ResizeObserver, canvas: HTMLCanvasElement): void {
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' })
  } catch {
    // This browser does not support that box.
    observer.observe(canvas)
  }
}
