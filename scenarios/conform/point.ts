import type { Extension } from '@inkling/mock-server/contract/table/extensions'
import type { Probe } from './probe.ts'
import type { Section } from './sections.ts'

/**
 * The requirements of a point: nothing (its calls are refused), a player to read as, permission to write, admin
 * rights in addition, or also a clock that can be moved.
 */
export type PointNeed = 'nothing' | 'player' | 'write' | 'admin' | 'controls'

/** One rule of the documented API and its check. */
export interface Point {
  /** The heading of API.md that has the rule. */
  readonly area: Section
  /** The rule, as a sentence. */
  readonly rule: string
  readonly needs: PointNeed
  /** The extension that has the rule; null if every server has it. */
  readonly extension: Extension | null
  /** Whether it uses up a budget of calls. */
  readonly isLimit: boolean
  /** @throws {Nonconformity} for a deviation, {Unreached} if an earlier point failed. */
  check(probe: Probe): Promise<void>
}

interface PointOptions {
  readonly extension?: Extension
  readonly isLimit?: boolean
}

/** Defines points of one area with the same needs. */
export const pointsOf =
  (area: Section, needs: PointNeed, { extension, isLimit = false }: PointOptions = {}) =>
  (points: Readonly<Record<string, Point['check']>>): Point[] =>
    Object.entries(points).map(([rule, check]) => ({
      area,
      rule,
      needs,
      extension: extension ?? null,
      isLimit,
      check,
    }))
