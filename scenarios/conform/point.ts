import type { Probe } from './probe.ts'

/**
 * The requirements of a point: nothing (its calls are refused), a player to read as, permission to write, or admin
 * rights in addition.
 */
export type PointNeed = 'nothing' | 'player' | 'write' | 'admin'

/** One rule of the documented API and its check. */
export interface Point {
  readonly area: string
  /** The rule, as a sentence. */
  readonly rule: string
  readonly needs: PointNeed
  /** @throws {Nonconformity} for a deviation, {Unreached} if an earlier point failed. */
  check(probe: Probe): Promise<void>
}

/** Defines points of one area with the same needs. */
export const pointsOf =
  (area: string, needs: PointNeed) =>
  (points: Readonly<Record<string, Point['check']>>): Point[] =>
    Object.entries(points).map(([rule, check]) => ({ area, rule, needs, check }))
