import { milliseconds } from '../../text/duration.ts'

export const PROFILE_NAMES = ['steady', 'ramp', 'evening', 'midnight', 'spike'] as const
type ProfileName = (typeof PROFILE_NAMES)[number]

/** A time, as a share of the duration or in milliseconds, and the rate of arrivals relative to the other points. */
type Point = readonly [at: number, rate: number]

/** The named profiles, with times as shares of the duration, 0 to 1. */
const PROFILES: Readonly<Record<ProfileName, readonly Point[]>> = {
  steady: [
    [0, 1],
    [1, 1],
  ],
  ramp: [
    [0, 0.05],
    [1, 2],
  ],
  evening: [
    [0, 0.3],
    [0.3, 0.8],
    [0.6, 2],
    [0.75, 1.6],
    [1, 0.3],
  ],
  // Players arrive before midnight, which is in the middle, and stay.
  midnight: [
    [0, 1],
    [0.4, 1],
    [0.4, 0],
    [1, 0],
  ],
  spike: [
    [0, 1],
    [0.45, 1],
    [0.45, 10],
    [0.5, 10],
    [0.5, 1],
    [1, 1],
  ],
}

/** The points of a profile, in milliseconds from the start. */
export function pointsOf(
  profile: ProfileName | readonly { readonly at: string; readonly rate: number }[],
  durationMs: number,
): readonly Point[] {
  if (typeof profile === 'string') return PROFILES[profile].map(([at, rate]) => [at * durationMs, rate])
  const points = profile.map(({ at, rate }): Point => [milliseconds(at), rate])
  const [first = [0, 0], last = [0, 0]] = [points[0], points.at(-1)]
  // The rate is constant before the first point and after the last one.
  return [[0, first[1]], ...points, [Math.max(durationMs, last[0]), last[1]]]
}

/**
 * The times at which players arrive, in order: a Poisson process whose rate follows the profile, for a given total.
 * @param fraction returns a new random value at each call, from 0 up to but not including 1.
 * @returns milliseconds from the start, one per player.
 */
export function arrivalsOf(
  points: readonly Point[],
  players: number,
  durationMs: number,
  fraction: () => number,
): Float64Array {
  // The area under the profile up to each point.
  const areas = [0]
  for (let at = 1; at < points.length; at++) {
    const [x1, y1] = points[at - 1] as Point
    const [x2, y2] = points[at] as Point
    areas.push((areas[at - 1] as number) + ((x2 - x1) * (y1 + y2)) / 2)
  }
  const whole = areas.at(-1) as number
  const arrivals = new Float64Array(players)
  for (let player = 0; player < players; player++) {
    const wanted = fraction() * whole
    let piece = 1
    while (piece < areas.length - 1 && (areas[piece] as number) < wanted) piece++
    arrivals[player] = Math.min(
      durationMs,
      timeOfArea(points[piece - 1] as Point, points[piece] as Point, wanted - (areas[piece - 1] as number)),
    )
  }
  return arrivals.sort()
}

/** The time at which the area under the line between two points reaches a value. */
function timeOfArea([x1, y1]: Point, [x2, y2]: Point, area: number): number {
  const slope = x2 === x1 ? 0 : (y2 - y1) / (x2 - x1)
  if (Math.abs(slope) < 1e-12) return y1 === 0 ? x2 : x1 + area / y1
  // y1 * t + slope * t² / 2 = area
  return x1 + (-y1 + Math.sqrt(y1 * y1 + 2 * slope * area)) / slope
}
