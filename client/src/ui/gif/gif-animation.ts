import { GIFEncoder, nearestColorIndex, type Rgb } from 'gifenc'

/** The palette index of pixels that are unchanged from the previous frame: the last of 256. */
const AS_BEFORE = 255
/** The number of other colours in a palette. */
export const MAX_COLOURS = 255

/** Builds an animated GIF. A frame contains only changed pixels, so a replay needs few bytes. */
export class GifAnimation {
  readonly #encoder = GIFEncoder()
  readonly #width: number
  readonly #height: number
  readonly #palette: Rgb[]
  readonly #nearest = new Map<number, number>()
  #before: Int32Array | null = null

  constructor(width: number, height: number, palette: readonly Rgb[]) {
    if (palette.length === 0 || palette.length > MAX_COLOURS) {
      throw new Error(`A GIF has 1 to ${MAX_COLOURS} colours, not ${palette.length}`)
    }
    this.#width = width
    this.#height = height
    this.#palette = [...palette]
  }

  /** @param pixels of the whole picture, each 0xAABBGGRR; @param ms the frame's duration */
  add(pixels: Int32Array, ms: number): void {
    const before = this.#before
    const frame = new Uint8Array(pixels.length)
    for (let at = 0; at < pixels.length; at++) {
      const pixel = pixels[at] as number
      frame[at] = before?.[at] === pixel ? AS_BEFORE : this.#indexOf(pixel)
    }
    this.#encoder.writeFrame(frame, this.#width, this.#height, {
      delay: ms,
      dispose: 1,
      ...(before
        ? { transparent: true, transparentIndex: AS_BEFORE }
        : { palette: fullPalette(this.#palette), repeat: 0 }),
    })
    this.#before = pixels.slice()
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#encoder.finish()
    return this.#encoder.bytes()
  }

  #indexOf(pixel: number): number {
    const known = this.#nearest.get(pixel)
    if (known !== undefined) return known
    const index = nearestColorIndex(this.#palette, [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255])
    this.#nearest.set(pixel, index)
    return index
  }
}

/** All 256 entries, so that {@link AS_BEFORE} is one of them. */
const fullPalette = (palette: readonly Rgb[]): Rgb[] =>
  Array.from({ length: AS_BEFORE + 1 }, (_, at) => palette[at] ?? [0, 0, 0])
