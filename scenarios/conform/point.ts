import type { Extension } from '@inkling/mock-server/contract/table/extensions'
import type { Probe } from './probe.ts'
import type { Section } from './sections.ts'

/**
 * What a point needs: nothing (its calls are refused), a player to read as, permission to write, admin rights in
 * addition, or also a clock that can be moved; permission to use up a budget of calls; or an extension.
 */
export type PointNeed = 'nothing' | 'player' | 'write' | 'admin' | 'controls' | 'limits' | Extension

/** One rule of the documented API and its check. */
export interface Point {
  /** The heading of API.md that has the rule. */
  readonly area: Section
  /** The rule, as a sentence. */
  readonly rule: string
  readonly needs: readonly PointNeed[]
  /** @throws {Nonconformity} for a deviation, {Unreached} if an earlier point failed. */
  check(probe: Probe): Promise<void>
}

/** Defines points of one area with the same needs. */
export const pointsOf = (
  area: Section,
  needs: PointNeed | readonly PointNeed[],
  points: Readonly<Record<string, Point['check']>>,
): Point[] => Object.entries(points).map(([rule, check]) => ({ area, rule, needs: [needs].flat(), check }))
