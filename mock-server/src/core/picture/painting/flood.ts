import { distance } from './color.ts'
import type { Raster } from './raster.ts'

/** The maximum colour difference within an area: includes the outer third of an antialiased edge. */
const TOLERANCE = 72

/** An area of a picture as runs of pixels within rows. */
export interface Area {
  /** The colour that was tapped. */
  readonly seed: number
  /** Start and end (inclusive) of each run, row by row, left to right. */
  readonly edges: readonly number[]
  /** The index in `edges` where each row starts, and the end of the last row. */
  readonly rows: Int32Array
}

/**
 * The connected area of similar colour around a point. Works on runs of pixels, so each pixel is read once.
 * @param picture the raster whose `base` is read
 */
export function flood(picture: Raster, x: number, y: number): Area {
  const { side, base } = picture
  const seed = base[y * side + x] as number
  const like = likeRuns(picture, seed)
  const marked = connected(like, x, y)
  return rowByRow(side, seed, (row, edges) => {
    const end = like.rows[row + 1] as number
    for (let run = like.rows[row] as number; run < end; run += 2) {
      if (marked[run] === 1) edges.push(like.edges[run] as number, like.edges[run + 1] as number)
    }
  })
}

/** The area extended by one pixel, where its antialiased edges are. */
export function widen({ seed, edges, rows }: Area, side: number): Area {
  // The next run of the rows above, at and below; the runs are merged from left to right.
  const next = new Int32Array(3)
  const ends = new Int32Array(3)
  return rowByRow(side, seed, (row, wider) => {
    const first = wider.length
    for (let at = 0; at < 3; at++) {
      next[at] = rows[Math.max(0, row - 1 + at)] as number
      ends[at] = rows[Math.min(side, row + at)] as number
    }
    for (;;) {
      let from = side
      let nearest = -1
      for (let at = 0; at < 3; at++) {
        const run = next[at] as number
        if (run >= (ends[at] as number) || (edges[run] as number) >= from) continue
        from = edges[run] as number
        nearest = at
      }
      if (nearest === -1) return
      const to = Math.min(side - 1, (edges[(next[nearest] as number) + 1] as number) + 1)
      next[nearest] = (next[nearest] as number) + 2
      const last = wider.length - 1
      if (last < first || from - 1 > (wider[last] as number) + 1) wider.push(Math.max(0, from - 1), to)
      else if (to > (wider[last] as number)) wider[last] = to
    }
  })
}

/** All runs of similar colour, connected or not. */
function likeRuns(picture: Raster, seed: number): Area {
  const { side, base } = picture
  const isLike = (at: number) => distance(base[at] as number, seed) <= TOLERANCE
  return rowByRow(side, seed, (row, edges) => {
    const first = row * side
    const end = first + side
    for (let at = first; at < end; at++) {
      if (!isLike(at)) continue
      const from = at
      do at = picture.endOf(seed, at + 1, end)
      while (at < end && isLike(at))
      edges.push(from - first, at - 1 - first)
    }
  })
}

function rowByRow(side: number, seed: number, addRuns: (row: number, edges: number[]) => void): Area {
  const edges: number[] = []
  const rows = new Int32Array(side + 1)
  for (let row = 0; row < side; row++) {
    addRuns(row, edges)
    rows[row + 1] = edges.length
  }
  return { seed, edges, rows }
}

/** Marks the runs connected to the one at a point: 1 at the index of each. */
function connected({ edges, rows }: Area, x: number, y: number): Uint8Array {
  const marked = new Uint8Array(edges.length)
  const queue: number[] = []
  const mark = (row: number, from: number, to: number) => {
    const end = rows[row + 1] ?? 0
    for (let run = rows[row] ?? 0; run < end && (edges[run] as number) <= to; run += 2) {
      if (marked[run] === 1 || (edges[run + 1] as number) < from) continue
      marked[run] = 1
      queue.push(row, run)
    }
  }
  mark(y, x, x)
  for (let run = queue.pop(), row = queue.pop(); run !== undefined && row !== undefined; ) {
    const from = edges[run] as number
    const to = edges[run + 1] as number
    mark(row - 1, from, to)
    mark(row + 1, from, to)
    run = queue.pop()
    row = queue.pop()
  }
  return marked
}
