import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'

const MIN_MS = 1500
const MAX_MS = 7000
const PER_POINT_MS = 9

/** The duration of a replay in ms: proportional to its points, within limits. */
export function replayMs(strokes: readonly Stroke[]): number {
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0)
  return Math.min(MAX_MS, Math.max(MIN_MS, points * PER_POINT_MS))
}
