import { distance } from './color.ts'

/** Pixels nearer than this to the one that was tapped belong to its area: a third of the way up a smoothed edge. */
const TOLERANCE = 72

/** An area of a picture, told as runs of pixels: for each row where they begin and end (inclusive), left to right. */
export interface Area {
  /** The colour that was tapped. */
  readonly seed: number
  readonly rows: readonly (readonly number[])[]
}

/**
 * The connected area of like colour around a point: a flood fill that goes from run to run rather than from pixel to
 * pixel, so that each pixel is looked at once.
 * @param picture `side` times `side` pixels
 */
export function flood(picture: Int32Array, side: number, x: number, y: number): Area {
  const seed = picture[y * side + x] as number
  const like = Array.from({ length: side }, (_, row) => likeRuns(picture, row * side, side, seed))
  const taken = like.map((runs) => new Uint8Array(runs.length))
  const queue = [y, (like[y] ?? []).findIndex((_, at, runs) => at % 2 === 0 && x <= (runs[at + 1] ?? 0))]
  for (let run = queue.pop(), row = queue.pop(); run !== undefined && row !== undefined; ) {
    const from = like[row]?.[run] ?? 0
    const to = like[row]?.[run + 1] ?? -1
    const own = taken[row]
    if (own && own[run] === 0) {
      own[run] = 1
      for (const next of [row - 1, row + 1]) {
        const runs = like[next] ?? []
        for (let at = 0; at < runs.length && (runs[at] as number) <= to; at += 2) {
          if ((runs[at + 1] as number) >= from && taken[next]?.[at] === 0) queue.push(next, at)
        }
      }
    }
    run = queue.pop()
    row = queue.pop()
  }
  return { seed, rows: like.map((runs, row) => runs.filter((_, at) => taken[row]?.[at - (at % 2)] === 1)) }
}

/** The area and one pixel around it, where its smoothed edges lie. */
export function widen({ seed, rows }: Area, side: number): Area {
  const wider = rows.map((runs) =>
    runs.map((edge, at) => (at % 2 === 0 ? Math.max(0, edge - 1) : Math.min(side - 1, edge + 1))),
  )
  return {
    seed,
    rows: wider.map((runs, row) => unite(unite(wider[row - 1] ?? [], runs), wider[row + 1] ?? [])),
  }
}

/** The runs of two rows as one: both in order, and so is the result. */
function unite(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const runs: number[] = []
  let last = -2
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isFromA = j >= b.length || (i < a.length && (a[i] as number) <= (b[j] as number))
    const from = (isFromA ? a[i] : b[j]) as number
    const to = (isFromA ? a[i + 1] : b[j + 1]) as number
    if (isFromA) i += 2
    else j += 2
    if (runs.length > 0 && from <= last + 1) {
      if (to > last) runs[runs.length - 1] = to
    } else runs.push(from, to)
    last = runs[runs.length - 1] as number
  }
  return runs
}

function likeRuns(picture: Int32Array, first: number, side: number, seed: number): number[] {
  const runs: number[] = []
  const end = first + side
  for (let at = first; at < end; at++) {
    if (!isLike(picture[at] as number, seed)) continue
    const from = at
    do at++
    while (at < end && isLike(picture[at] as number, seed))
    runs.push(from - first, at - 1 - first)
  }
  return runs
}

function isLike(pixel: number, seed: number): boolean {
  return pixel === seed || distance(pixel, seed) <= TOLERANCE
}
