import { CHAIN_POINTS } from './chain-points.ts'
import { DAY_POINTS } from './day-points.ts'
import { DEVICE_POINTS } from './device-points.ts'
import { HARMLESS_POINTS } from './harmless-points.ts'
import { HIDING_POINTS } from './hiding-points.ts'
import { MEMBERSHIP_POINTS } from './member-points.ts'
import { MODERATION_POINTS } from './moderation-points.ts'
import type { Point } from './point.ts'
import { PUSH_POINTS } from './push-points.ts'
import { RESPONSE_POINTS } from './response-points.ts'
import { SAFETY_POINTS } from './safety-points.ts'
import { TURN_POINTS } from './turn-points.ts'
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
  ...DEVICE_POINTS,
  ...RESPONSE_POINTS,
  ...MODERATION_POINTS,
  ...PUSH_POINTS,
].sort((a, b) => lateness(a) - lateness(b))

function lateness({ needs }: Point): number {
  return needs.includes('limits') ? 2 : needs.includes('controls') ? 1 : 0
}
