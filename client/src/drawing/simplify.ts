import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'

/** Douglas-Peucker: a stroke with fewer points and the same ends, at most `tolerance` canvas pixels away. */
export function simplify(stroke: Stroke, tolerance: number): Stroke {
  const { points } = stroke
  if (points.length < 3) return stroke
  const keep = new Uint8Array(points.length)
  keep[0] = 1
  keep[points.length - 1] = 1
  const spans: [number, number][] = [[0, points.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let farthest = tolerance
    let at = -1
    for (let index = from + 1; index < to; index++) {
      const apart = distanceToChord(points[index], points[from], points[to])
      if (apart > farthest) {
        farthest = apart
        at = index
      }
    }
    if (at < 0) continue
    keep[at] = 1
    spans.push([from, at], [at, to])
  }
  return { ...stroke, points: points.filter((_, index) => keep[index] === 1) }
}

type Point = readonly number[] | undefined

function distanceToChord(
  [x = 0, y = 0]: Point = [],
  [ax = 0, ay = 0]: Point = [],
  [bx = 0, by = 0]: Point = [],
) {
  const dx = bx - ax
  const dy = by - ay
  const squared = dx * dx + dy * dy
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared))
  return Math.hypot(x - ax - t * dx, y - ay - t * dy)
}
