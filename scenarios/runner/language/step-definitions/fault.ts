import * as z from 'zod'
import { PLAIN, type StepDefinition } from './definition.ts'
import { common, duration } from './parts.ts'

const faultMatch = z
  .strictObject({
    method: z.string().describe('an HTTP method'),
    path: z.string().describe('a path; a final * matches all paths that start with it'),
    userId: z.string().describe('the player who calls'),
  })
  .partial()
export const faultRule = z
  .strictObject({
    match: faultMatch.describe('which calls to match; a field that is left out matches all'),
    nth: z.int().positive().optional().describe('affect only the nth matching call'),
    probability: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('the share of matching calls to affect, 0 to 1'),
    times: z.int().positive().optional().describe('the maximum number of calls to affect'),
    delay: duration.optional().describe('delay the call by this duration'),
    status: z.int().min(200).max(599).optional().describe('answer with this HTTP status'),
    code: z.string().optional().describe('answer with this error code'),
    message: z.string().optional().describe('answer with this error message'),
    rawBody: z.string().optional().describe('answer with exactly this body'),
    drop: z
      .boolean()
      .optional()
      .describe('break the connection before the call is processed: it fails with NETWORK_ERROR'),
    loseResponse: z
      .boolean()
      .optional()
      .describe('process the call, and break the connection instead of sending the response'),
  })
  .meta({ id: 'fault-rule', description: 'a fault, and the calls that it affects' })
export type FaultRule = z.infer<typeof faultRule>

const schema = z
  .strictObject({
    fault: z
      .union([faultRule, z.array(faultRule), z.literal('clear')])
      .describe('one or more faults to add, or clear'),
    ...common,
  })
  .meta({ id: 'fault-step', description: 'Makes calls fail on purpose, or clears all faults.' })
export type FaultStep = z.infer<typeof schema>

export const faultStep: StepDefinition<FaultStep> = {
  ...PLAIN,
  schema,
  title: ({ fault }) => ({ who: 'faults', what: fault === 'clear' ? 'clear' : 'add' }),
  needs: 'controls',
  isForEverybody: true,
  check({ fault }, check) {
    if (fault !== 'clear') check.faults(fault, ['fault'])
  },
  example: `
- { fault: { match: { path: /api/game/today, method: GET }, times: 1, drop: true } }
- { bot: ann, do: today, expect: { error: NETWORK_ERROR } }
- { fault: clear }
`,
}
