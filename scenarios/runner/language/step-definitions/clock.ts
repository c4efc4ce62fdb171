import * as z from 'zod'
import { milliseconds } from '../../../text/duration.ts'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common, duration, instant } from '../step-parts.ts'

export const clockSchema = z
  .strictObject({
    clock: z
      .union(
        [
          z.strictObject({ advance: duration.describe('how far to move the clock forward') }),
          z.strictObject({
            to: z.union([z.literal('midnight'), instant]).describe('midnight of the game day, or a time'),
          }),
          z.literal('freeze'),
          z.literal('resume'),
        ],
        { error: 'a clock step is { advance: 6m }, { to: midnight }, { to: a time }, freeze or resume' },
      )
      .describe('how to move the clock, or freeze or resume it'),
    ...common,
  })
  .meta({ id: 'clock-step', description: "Moves, freezes or resumes the server's clock." })
export type ClockStep = z.infer<typeof clockSchema>

export const clockStep: StepDefinition<ClockStep> = {
  ...PLAIN,
  schema: clockSchema,
  title: ({ clock }) => ({ who: 'clock', what: whatOf(clock) }),
  needs: 'controls',
  isForEverybody: true,
  example: `
- { clock: { advance: 6m } }
- { clock: { to: midnight } }
- { clock: { to: 2026-03-09T12:00:00-04:00 } }
- { clock: freeze }
`,
}

function whatOf(clock: ClockStep['clock']): string {
  if (typeof clock === 'string') return clock
  return 'advance' in clock ? `+${clock.advance}` : `to ${clock.to}`
}

/** The body of the call that changes the clock as a step says. */
export function clockChangeOf(clock: ClockStep['clock']) {
  if (clock === 'freeze') return { freeze: true as const }
  if (clock === 'resume') return { resume: true as const }
  if ('advance' in clock) return { advanceMs: milliseconds(clock.advance) }
  return clock.to === 'midnight' ? { to: 'midnight' as const } : { set: clock.to }
}
