import * as z from 'zod'
import { duration } from './step-parts.ts'

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
