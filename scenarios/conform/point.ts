import type { Probe } from './probe.ts'

/**
 * What it takes to try a point: nothing at all (what is sent is refused), a player to read as, leave to change things,
 * or admin rights besides.
 */
export type PointNeed = 'nothing' | 'player' | 'write' | 'admin'

/** One thing that the documented API says, and how to see whether a server does it. */
export interface Point {
  readonly area: string
  /** The rule, as a sentence. */
  readonly rule: string
  readonly needs: PointNeed
  /** @throws {Nonconformity} for what is otherwise, {Unreached} where an earlier point has failed. */
  check(probe: Probe): Promise<void>
}

/** Writes points of one area that need the same. */
export const pointsOf =
  (area: string, needs: PointNeed) =>
  (points: Readonly<Record<string, Point['check']>>): Point[] =>
    Object.entries(points).map(([rule, check]) => ({ area, rule, needs, check }))
