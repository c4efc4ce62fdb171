import * as z from 'zod'
import { DURATION, isTooLong, isTooLongToWait, MAX_DURATION, MAX_WAIT } from '../../text/duration.ts'
import { matcher } from './values/matchers.ts'
import { value } from './values/value.ts'

/* The parts that the steps of scenario files share. */

const NO_DURATION = 'a duration is a number followed by ms, s, m, h or d, such as 90s or 6m'
const durationUpTo = (max: string, isTooLong: (text: string) => boolean) =>
  z
    .string(NO_DURATION)
    .regex(DURATION, NO_DURATION)
    .refine((text) => !DURATION.test(text) || !isTooLong(text), `this is too long: the maximum is ${max}`)
export const duration = durationUpTo(MAX_DURATION, isTooLong).meta({
  id: 'duration',
  description: 'a duration: a number followed by ms, s, m, h or d',
})
/** A duration that the runner waits for. */
export const waitingTime = durationUpTo(MAX_WAIT, isTooLongToWait).meta({
  id: 'waiting-time',
  description: `a duration of at most ${MAX_WAIT}`,
})
export const instant = z.iso
  .datetime({
    offset: true,
    error: 'a time is ISO 8601 with an offset, such as 2026-03-07T23:40:00-05:00',
  })
  .meta({ id: 'instant', description: 'a time: ISO 8601 with an offset' })
const needs = z
  .enum(['controls', 'sockets', 'restart'])
  .meta({ id: 'needs', description: 'a feature that a target may lack: controls, sockets, restart' })
export type Need = z.infer<typeof needs>
export const botName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'a bot name consists of letters, digits and hyphens')
  .meta({ id: 'bot-name', description: 'the name of a bot' })
export const botReference = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$|\$\{[^}]+\}/, 'a bot name consists of letters, digits and hyphens')
  .meta({ id: 'bot-reference', description: 'the name of a bot, or a variable that contains it' })

export const common = {
  label: z.string().optional().describe('the name of this step in reports'),
  needs: needs.optional().describe('skip this step on a target without this feature'),
}
export interface Common {
  label?: string | undefined
  needs?: Need | undefined
}

export const fields = z.record(z.string(), value).meta({ id: 'fields', description: 'values by name' })
export const expectation = z.record(z.string(), z.union([matcher, value])).meta({
  id: 'expectation',
  description:
    'response fields, each with a value, /a regular expression/ or a matcher. Also `http-status`, ' +
    '`error` (a code, or { code, message }), `headers` and `body`. Without `error` or `http-status` the call must succeed.',
})
type Expectation = z.infer<typeof expectation>
export const capture = z
  .record(
    z.string(),
    z.string().regex(/^\$(\.[\w-]+|\[-?\d+\])*$/, 'a capture is a path such as $.code or $.chain[0].type'),
  )
  .meta({ id: 'capture', description: 'variables to set from the response, each with a path into it' })
export type Capture = z.infer<typeof capture>

const retryCount = z.int().min(1).max(100)
/** The keys of calls. */
export const call = {
  with: fields.optional().describe('the input of the call: parameters and body fields'),
  expect: expectation.optional(),
  capture: capture.optional(),
  timeout: waitingTime.optional().describe('the time limit for the response'),
  retries: z
    .union([retryCount, z.strictObject({ times: retryCount, every: duration })], {
      error: 'retries is a number from 1 to 100, or { times: 3, every: 10s }',
    })
    .optional()
    .describe(
      'how often to retry if the expectation is not met: a number, or { times, every } to wait between attempts; a frozen clock is advanced instead',
    ),
  ...common,
}
/** The parts of a call that are checked before it is made. */
export interface Called {
  readonly with?: z.infer<typeof fields> | undefined
  readonly expect?: Expectation | undefined
  readonly capture?: Capture | undefined
}

/** The keys of loops. */
export const loop = {
  var: z.string().optional().describe('the variable for the current iteration'),
}
export interface Loop {
  var?: string | undefined
}
