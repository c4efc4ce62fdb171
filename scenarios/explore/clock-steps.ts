import type { Random } from '@inkling/fixtures/random'
import { TURN } from '@inkling/mock-server/contract/constants'
import { dayAt, dayEnd } from '@inkling/mock-server/rules/time/day'
import { instantOf, msOf } from '@inkling/mock-server/rules/time/instant'
import { nextHour } from '@inkling/mock-server/rules/time/local-time'
import type { StepOf } from '../runner/language/steps.ts'
import type { Known } from './known.ts'

const SECOND = 1000
/** Tokens expire after 30 days, so long times are rare. */
const ADVANCES = '1s 30s 4m 4m 1h 1h 9h 9h 1d 1d 1d 7d 24d 30d'.split(' ')
/** How often the clock moves to an end that is further away than this time. */
const FAR = 0.1
const FAR_MS = 8 * 24 * 3600 * SECOND
/** The hours at which messages are sent in the players' daytime. */
const HOURS = [9, 18] as const

/**
 * Moves the clock a little, or just before or after a moment at which something ends or begins.
 * @param end the end to move to; any without it
 */
export function clockStep(
  { now, ends, zones }: Known,
  timeZone: string,
  random: Random,
  end?: string,
): StepOf<'clock'> {
  const kind = random.pick(['advance', 'advance', 'midnight', 'midnight', 'end', 'end', 'hour'])
  if (end !== undefined) return at(msOf(end), [-1, 0, 1])
  if (kind === 'midnight') return at(msOf(dayEnd(dayAt(now, timeZone), timeZone)), [-60, -1, 0, 5, 10, 11])
  if (kind === 'hour')
    return at(msOf(nextHour(now, random.pick(HOURS), random.pick([timeZone, ...zones]))), [-1, 0, 1])
  const grace = TURN.graceMs / SECOND
  const near = random.chance(FAR) ? ends : ends.filter((each) => msOf(each) - msOf(now) < FAR_MS)
  if (kind === 'end' && near.length > 0)
    return at(msOf(random.pick(near)), [-1, 0, grace - 1, grace, grace + 1])
  return { clock: { advance: random.pick(ADVANCES) } }

  function at(moment: number, seconds: readonly number[]): StepOf<'clock'> {
    return { clock: { to: instantOf(Math.max(msOf(now), moment + random.pick(seconds) * SECOND)) } }
  }
}
