import { CANVAS } from '../../contract/constants.ts'
import { Bounds } from './bounds.ts'
import { WHITE } from './color.ts'
import { IntList } from './int-list.ts'

/** Changes of a step are searched row by row in pieces of this many pixels (two to the fifth). */
const PIECE = 32
const PIECE_BITS = 5
/** Not a colour, since all colours are opaque. */
const UNKNOWN = 0

/** The pixels that a step painted over, as runs within rows. */
export interface Patch {
  /** Runs of one colour: start, end (exclusive) and colour of each. */
  readonly flat: Int32Array
  /** Other runs: start and end of each. */
  readonly mixed: Int32Array
  /** The pixels of the other runs, concatenated. */
  readonly pixels: Int32Array
}

/**
 * The drawing as pixels at one scale. `pixels` is visible; `base` is the state before the step in progress, so that a
 * stroke can cross itself, be discarded and be undone without a copy of the whole picture.
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
   * For each row, the start and end (inclusive) of a run that the step in progress covers completely; none if the end
   * is before the start. The pieces of a stroke overlap, so most of the next piece need not be painted again.
   */
  readonly whole: Int16Array<ArrayBuffer>
  /** The area changed since the pixels were last displayed. The display empties it. */
  readonly stale = new Bounds()
  /** The area changed by the step in progress. */
  readonly #touched = new Bounds()
  /** The colour of each piece of `base`; UNKNOWN if the piece may have several. */
  readonly #plain: Int32Array
  /** The runs changed by the step in progress, once found or declared: see {@link Patch}. */
  readonly #flat = new IntList()
  readonly #mixed = new IntList()
  /** The paint of the step in progress, if its runs were declared. */
  #declared: number | null = null

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

  /** Adds the bounds (inclusive) of a change by the step in progress. */
  touch(left: number, top: number, right: number, bottom: number): void {
    this.#touched.include(left, top, right, bottom)
    this.stale.include(left, top, right, bottom)
  }

  /**
   * Returns lists to which a caller that paints the whole step adds the runs it changed, in order. Then {@link commit}
   * need not search for them.
   * @param paint the new colour of all flat runs
   */
  declareRuns(paint: number): { flat: IntList; mixed: IntList } {
    this.#declared = paint
    this.#flat.empty()
    this.#mixed.empty()
    return { flat: this.#flat, mixed: this.#mixed }
  }

  /**
   * The index of the first pixel of `base` without a colour, between `from` and `end`; `end` if all have it. Most pieces
   * have a single colour, so few pixels are read.
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

  /** Paints the whole sheet white as the step in progress. */
  wipe(): void {
    this.pixels.fill(WHITE)
    this.#touchAll()
    this.#findRuns()
    this.#declared = WHITE
  }

  /** Ends the step in progress and returns its undo data. */
  commit(): Patch {
    if (this.#declared === null) this.#findRuns()
    const flat = this.#flat.copy()
    const mixed = this.#mixed.copy()
    const before = new Int32Array(lengthOf(mixed))
    let at = 0
    for (let run = 0; run < mixed.length; run += 2) {
      const to = mixed[run + 1] as number
      this.#notePlain(mixed[run] as number, to, UNKNOWN)
      // For short runs a loop is faster than creating a view.
      for (let from = mixed[run] as number; from < to; from++) before[at++] = this.base[from] as number
    }
    for (let run = 0; run < flat.length; run += 3) {
      this.#notePlain(flat[run] as number, flat[run + 1] as number, this.#declared ?? UNKNOWN)
    }
    this.#copyTouched(this.pixels, this.base)
    this.#forgetStep()
    return { flat, mixed, pixels: before }
  }

  /** Discards the step in progress. */
  rollback(): void {
    const { left, top, right, bottom } = this.#touched
    this.#copyTouched(this.base, this.pixels)
    this.stale.include(left, top, right, bottom)
    this.#forgetStep()
  }

  /** Undoes the last step, whose {@link commit} returned this patch. */
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

  /** Replaces the whole picture; null makes it white. */
  reset(picture: Int32Array | null): void {
    if (picture) this.pixels.set(picture)
    else this.pixels.fill(WHITE)
    this.base.set(this.pixels)
    this.#plain.fill(picture ? UNKNOWN : WHITE)
    this.#declared = null
    this.#touchAll()
    this.#forgetStep()
  }

  /** Finds the runs of pixels that the step in progress actually changed. */
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

  /** Copies whole rows: they are equal outside the touched area, and one long copy is faster than many short ones. */
  #copyTouched(source: Int32Array, target: Int32Array): void {
    const { top, bottom, isEmpty } = this.#touched
    if (isEmpty) return
    const from = top * this.side
    target.set(source.subarray(from, (bottom + 1) * this.side), from)
  }

  /** Marks a run of `base` as having this colour. */
  #notePlain(from: number, to: number, color: number): void {
    const first = from >> PIECE_BITS
    const last = (to - 1) >> PIECE_BITS
    // Usually one or two pieces, where a loop is faster than fill().
    for (let piece = first; piece <= last; piece++) this.#plain[piece] = color
    // Pieces at the ends may also contain other colours.
    if ((from & (PIECE - 1)) !== 0) this.#plain[first] = UNKNOWN
    if ((to & (PIECE - 1)) !== 0) this.#plain[last] = UNKNOWN
  }

  #staleRun(from: number, to: number): void {
    const row = (from / this.side) | 0
    const last = ((to - 1) / this.side) | 0
    // A run may continue past the end of its row if the whole width changed.
    if (row === last) this.stale.include(from - row * this.side, row, to - 1 - row * this.side, row)
    else this.stale.include(0, row, this.side - 1, last)
  }

  #forgetStep(): void {
    const { left, top, right, bottom } = this.#touched
    // Only strokes have coverage, and their runs are not declared.
    for (let y = top; y <= bottom && this.#declared === null; y++) {
      this.coverage.fill(0, y * this.side + left, y * this.side + right + 1)
    }
    this.whole.fill(-1)
    this.#touched.empty()
    this.#declared = null
  }

  #touchAll(): void {
    this.touch(0, 0, this.side - 1, this.side - 1)
  }
}

/** Adds a run of one colour, merging it with the last run if they are adjacent and equal. */
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
