import { CHAIN_POINTS, TIMED_CHAIN_POINTS } from './chain-points.ts'
import { DAY_POINTS, TIMED_DAY_POINTS } from './day-points.ts'
import { DECISION_POINTS, TIMED_DECISION_POINTS } from './decision-points.ts'
import { DEVICE_POINTS } from './device-points.ts'
import { EDGE_POINTS, TIMED_EDGE_POINTS } from './edge-points.ts'
import { HARMLESS_POINTS } from './harmless-points.ts'
import { HIDING_POINTS, TIMED_HIDING_POINTS } from './hiding-points.ts'
import { LIMIT_POINTS } from './limit-points.ts'
import { MEMBERSHIP_POINTS, TIMED_MEMBERSHIP_POINTS } from './member-points.ts'
import { MODERATION_POINTS, TIMED_MODERATION_POINTS } from './moderation-points.ts'
import type { Point } from './point.ts'
import { PUSH_POINTS } from './push-points.ts'
import { RESPONSE_POINTS, TIMED_RESPONSE_POINTS } from './response-points.ts'
import { SAFETY_POINTS } from './safety-points.ts'
import { TIMED_TURN_POINTS, TURN_POINTS } from './turn-points.ts'
import { WRITING_POINTS } from './writing-points.ts'

/** All points. Those that move the clock come after the others, and those that use up a budget last. */
export const POINTS: readonly Point[] = [
  ...HARMLESS_POINTS,
  ...WRITING_POINTS,
  ...TURN_POINTS,
  ...DAY_POINTS,
  ...CHAIN_POINTS,
  ...MEMBERSHIP_POINTS,
  ...SAFETY_POINTS,
  ...HIDING_POINTS,
  ...EDGE_POINTS,
  ...DEVICE_POINTS,
  ...RESPONSE_POINTS,
  ...MODERATION_POINTS,
  ...DECISION_POINTS,
  ...TIMED_TURN_POINTS,
  ...TIMED_DAY_POINTS,
  ...TIMED_CHAIN_POINTS,
  ...TIMED_MEMBERSHIP_POINTS,
  ...TIMED_MODERATION_POINTS,
  ...TIMED_HIDING_POINTS,
  ...TIMED_EDGE_POINTS,
  ...TIMED_DECISION_POINTS,
  ...PUSH_POINTS,
  ...TIMED_RESPONSE_POINTS,
  ...LIMIT_POINTS,
]
