import { CANVAS } from '@inkling/mock-server/contract/constants'
import { Bounds } from './bounds.ts'
import { WHITE } from './color.ts'
import { IntList } from './int-list.ts'

/** What a step changed is looked for, row by row, in pieces of this many pixels: two to the fifth. */
const PIECE = 32
const PIECE_BITS = 5
/** No colour, since all are opaque. */
const UNKNOWN = 0

/** What a step painted over, as runs of pixels within a row. */
export interface Patch {
  /** Runs that were of one colour: where each begins, where it ends (exclusive), that colour, and so on. */
  readonly flat: Int32Array
  /** Others: where each begins, where it ends, and so on. */
  readonly mixed: Int32Array
  /** The pixels of those others, run after run. */
  readonly pixels: Int32Array
}

/**
 * The drawing as pixels, at one scale. `pixels` is what is seen; `base` what was there before the step in progress, so
 * that a stroke may cross itself, be taken back, or be remembered for undo without copying the whole picture.
 */
export class Raster {
  readonly side: number
  /** Raster pixels per canvas pixel. */
  readonly scale: number
  readonly pixels: Int32Array<ArrayBuffer>
  readonly base: Int32Array<ArrayBuffer>
  /** How much of each pixel the step in progress covers, 0 to 255. */
  readonly coverage: Uint8Array<ArrayBuffer>
  /**
   * For each row where a run begins and where it ends (inclusive) that the step in progress covers whole: most of what a
   * stroke comes by next lies there, and need not be painted again. None where it ends before the first pixel.
   */
  readonly whole: Int16Array<ArrayBuffer>
  /** What changed since somebody last showed the pixels, and emptied this. */
  readonly stale = new Bounds()
  /** What the step in progress touched. */
  readonly #touched = new Bounds()
  /** The colour that a whole piece of `base` has, piece by piece from the first pixel to the last, as far as is known. */
  readonly #plain: Int32Array
  /** The runs that the step in progress changed, once they are looked for or told: see {@link Patch}. */
  readonly #flat = new IntList()
  readonly #mixed = new IntList()
  /** What all flat runs were painted with, when they are known before {@link commit}. */
  #told: number | null = null

  /** @param side in raster pixels */
  constructor(side: number) {
    this.side = side
    this.scale = side / CANVAS.size
    this.pixels = new Int32Array(side * side)
    this.base = new Int32Array(side * side)
    this.coverage = new Uint8Array(side * side)
    this.whole = new Int16Array(2 * side)
    this.#plain = new Int32Array(Math.ceil((side * side) / PIECE))
    this.reset(null)
  }

  /** Tells that the step in progress painted within these bounds, edges included, inside the raster. */
  touch(left: number, top: number, right: number, bottom: number): void {
    this.#touched.include(left, top, right, bottom)
    this.stale.include(left, top, right, bottom)
  }

  /**
   * Spares {@link commit} the search: whoever paints the whole step in progress puts its runs into these lists, in order.
   * @param paint what all the flat ones are painted with
   */
  tell(paint: number): { flat: IntList; mixed: IntList } {
    this.#told = paint
    this.#flat.empty()
    this.#mixed.empty()
    return { flat: this.#flat, mixed: this.#mixed }
  }

  /**
   * Where `base`, from one pixel on, ends to be of a colour: at the latest at `end`. Most of a sheet is plain, and need not
   * be looked at.
   */
  endOf(color: number, from: number, end: number): number {
    let at = from
    while (at < end) {
      const next = Math.min(end, (at | (PIECE - 1)) + 1)
      if (this.#plain[at >> PIECE_BITS] === color) at = next
      while (at < next) {
        if (this.base[at] !== color) return at
        at++
      }
    }
    return end
  }

  /** Paints the whole sheet white, as the step in progress. */
  wipe(): void {
    this.pixels.fill(WHITE)
    this.#touchAll()
    this.#findRuns()
    this.#told = WHITE
  }

  /** Ends the step in progress: it belongs to the picture now. */
  commit(): Patch {
    if (this.#told === null) this.#findRuns()
    const flat = this.#flat.copy()
    const mixed = this.#mixed.copy()
    const before = new Int32Array(lengthOf(mixed))
    let at = 0
    for (let run = 0; run < mixed.length; run += 2) {
      const to = mixed[run + 1] as number
      this.#notePlain(mixed[run] as number, to, UNKNOWN)
      // These are short: a loop is sooner done than a view is made.
      for (let from = mixed[run] as number; from < to; from++) before[at++] = this.base[from] as number
    }
    for (let run = 0; run < flat.length; run += 3) {
      this.#notePlain(flat[run] as number, flat[run + 1] as number, this.#told ?? UNKNOWN)
    }
    this.#copyTouched(this.pixels, this.base)
    this.#forgetStep()
    return { flat, mixed, pixels: before }
  }

  /** Takes the step in progress back. */
  rollback(): void {
    const { left, top, right, bottom } = this.#touched
    this.#copyTouched(this.base, this.pixels)
    this.stale.include(left, top, right, bottom)
    this.#forgetStep()
  }

  /** Undoes the step that a {@link commit} ended with this patch. No later step may remain. */
  restore({ flat, mixed, pixels }: Patch): void {
    let at = 0
    for (let run = 0; run < mixed.length; run += 2) {
      const from = mixed[run] as number
      const to = mixed[run + 1] as number
      const before = pixels.subarray(at, at + to - from)
      this.base.set(before, from)
      this.pixels.set(before, from)
      at += to - from
      this.#notePlain(from, to, UNKNOWN)
      this.#staleRun(from, to)
    }
    for (let run = 0; run < flat.length; run += 3) {
      const from = flat[run] as number
      const to = flat[run + 1] as number
      this.base.fill(flat[run + 2] as number, from, to)
      this.pixels.fill(flat[run + 2] as number, from, to)
      this.#notePlain(from, to, flat[run + 2] as number)
      this.#staleRun(from, to)
    }
  }

  /** Replaces the whole picture; white without one. */
  reset(picture: Int32Array | null): void {
    if (picture) this.pixels.set(picture)
    else this.pixels.fill(WHITE)
    this.base.set(this.pixels)
    this.#plain.fill(picture ? UNKNOWN : WHITE)
    this.#told = null
    this.#touchAll()
    this.#forgetStep()
  }

  /** Finds the runs of pixels that the step in progress changed, rather than merely came near. */
  #findRuns(): void {
    const { side, base, pixels } = this
    const { left, top, right, bottom } = this.#touched
    const [flat, mixed] = [this.#flat, this.#mixed]
    flat.empty()
    mixed.empty()
    for (let y = top; y <= bottom; y++) {
      const end = y * side + right + 1
      for (let piece = y * side + left; piece < end; piece += PIECE) {
        const to = Math.min(end, piece + PIECE)
        if (!differs(base, pixels, piece, to)) continue
        const color = base[piece] as number
        if (isOnly(base, piece, to, color)) addFlat(flat, piece, to, color)
        else if (mixed.length > 0 && mixed.get(mixed.length - 1) === piece) mixed.set(mixed.length - 1, to)
        else {
          mixed.push(piece)
          mixed.push(to)
        }
      }
    }
  }

  /** Rows as a whole, since nothing differs beside what was touched: one long copy is sooner done than many short ones. */
  #copyTouched(source: Int32Array, target: Int32Array): void {
    const { top, bottom, isEmpty } = this.#touched
    if (isEmpty) return
    const from = top * this.side
    target.set(source.subarray(from, (bottom + 1) * this.side), from)
  }

  /** A run of `base` is of this colour now. */
  #notePlain(from: number, to: number, color: number): void {
    const first = from >> PIECE_BITS
    const last = (to - 1) >> PIECE_BITS
    // Mostly one or two: a loop is sooner done than a call.
    for (let piece = first; piece <= last; piece++) this.#plain[piece] = color
    // What else is in the pieces at both ends may be of any.
    if ((from & (PIECE - 1)) !== 0) this.#plain[first] = UNKNOWN
    if ((to & (PIECE - 1)) !== 0) this.#plain[last] = UNKNOWN
  }

  #staleRun(from: number, to: number): void {
    const row = (from / this.side) | 0
    const last = ((to - 1) / this.side) | 0
    // A run may go on over the end of its row, where the whole width changed.
    if (row === last) this.stale.include(from - row * this.side, row, to - 1 - row * this.side, row)
    else this.stale.include(0, row, this.side - 1, last)
  }

  #forgetStep(): void {
    const { left, top, right, bottom } = this.#touched
    // Only strokes leave coverage, and they are not told.
    for (let y = top; y <= bottom && this.#told === null; y++) {
      this.coverage.fill(0, y * this.side + left, y * this.side + right + 1)
    }
    this.whole.fill(-1)
    this.#touched.empty()
    this.#told = null
  }

  #touchAll(): void {
    this.touch(0, 0, this.side - 1, this.side - 1)
  }
}

/** Adds a run of one colour, to the last one when that ends where this begins and is of the same. */
export function addFlat(flat: IntList, from: number, to: number, color: number): void {
  const last = flat.length - 3
  if (last >= 0 && flat.get(last + 1) === from && flat.get(last + 2) === color) {
    flat.set(last + 1, to)
    return
  }
  flat.push(from)
  flat.push(to)
  flat.push(color)
}

function differs(a: Int32Array, b: Int32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (a[at] !== b[at]) return true
  return false
}

function isOnly(pixels: Int32Array, from: number, to: number, color: number): boolean {
  for (let at = from; at < to; at++) if (pixels[at] !== color) return false
  return true
}

function lengthOf(runs: Int32Array): number {
  let length = 0
  for (let run = 0; run < runs.length; run += 2) length += (runs[run + 1] ?? 0) - (runs[run] ?? 0)
  return length
}
