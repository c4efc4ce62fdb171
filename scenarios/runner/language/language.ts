import { isTimeZone } from '@inkling/mock-server/contract/time-zone'
import * as z from 'zod'
import { PERSONA_NAMES } from '../../bots/personas.ts'
import { ACTIONS, ADMIN_CALLS, PLAYER_CALLS } from './call-names.ts'
import {
  botName,
  botReference,
  checkStep,
  clockStep,
  common,
  duration,
  faultRule,
  faultStep,
  instant,
  type needs,
  serverStep,
  stageStep,
  worldStep,
} from './control-language.ts'
import { LIMIT } from './limit.ts'
import { matcher } from './matchers.ts'
import { value } from './value.ts'

/*
 * The language of scenario files. Each shape is defined once, here: the parser validates with it, editors complete
 * from the JSON Schema generated from it, and the runner's types are inferred from it.
 */

const fields = z.record(z.string(), value).meta({ id: 'fields', description: 'values by name' })
const expectation = z.record(z.string(), z.union([matcher, value])).meta({
  id: 'expectation',
  description:
    'response fields, each with a value, /a regular expression/ or a matcher. Also `status` (the HTTP status, a number), ' +
    '`error` (a code, or { code, message }), `headers` and `body`. Without `error` or `status` the call must succeed.',
})
const capture = z
  .record(
    z.string(),
    z.string().regex(/^\$(\.[\w-]+|\[-?\d+\])*$/, 'a capture is a path such as $.code or $.chain[0].type'),
  )
  .meta({ id: 'capture', description: 'variables to set from the response, each with a path into it' })

const retryCount = z.int().min(1).max(100)
const call = {
  with: fields.optional().describe('the input of the call: parameters and body fields'),
  expect: expectation.optional(),
  capture: capture.optional(),
  within: duration.optional().describe('the time limit for the response'),
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

const callStep = z
  .strictObject({
    bot: z
      .union([botReference, z.array(botReference).min(1)])
      .describe('the bot; several bots act one after another'),
    do: z.enum([...PLAYER_CALLS.keys(), ...ACTIONS]).describe('a call of the API, or draw, guess, play-turn'),
    background: z.boolean().optional().describe('continue without waiting; a barrier waits for it'),
    ...call,
  })
  .meta({
    id: 'bot-step',
    description: 'A call or an action of one bot, or of several bots one after another.',
  })
const adminStep = z
  .strictObject({
    admin: z.enum([...ADMIN_CALLS.keys()]).describe('an admin call'),
    as: botReference.optional().describe('the bot whose token the call also needs'),
    ...call,
  })
  .meta({ id: 'admin-step', description: 'An admin call.' })
const httpStep = z
  .strictObject({
    http: z
      .strictObject({
        method: z
          .string()
          .regex(/^[A-Z]+$/, 'the method must be in capitals')
          .describe('the method, in capitals'),
        path: z
          .string()
          .regex(/^(\/|\$\{)/, 'the path must start with / or with a variable')
          .describe('the path on the target; it may start with a variable'),
        headers: z.record(z.string(), z.string()).optional().describe('headers by name'),
        body: value.optional().describe('sent as JSON'),
        raw: z.string().optional().describe('sent unchanged'),
      })
      .describe('what to send'),
    as: botReference.optional(),
    ...call,
  })
  .meta({
    id: 'http-step',
    description:
      'A raw HTTP request, for requests that the typed client cannot make. With `needs: controls`, it carries the admin key of the run.',
  })
const barrierStep = z
  .strictObject({
    barrier: z
      .array(botReference)
      .describe('wait for the background work of these bots; of all bots if empty'),
    ...common,
  })
  .meta({
    id: 'barrier-step',
    description: 'Waits for the background work of bots, and fails if that work failed.',
  })
export const socketStep = z
  .strictObject({
    socket: z
      .enum(['reactions', 'close'])
      .describe('without expect: start or stop listening; with expect: the next message'),
    as: botReference,
    with: fields.optional().describe('gameId, if it is not the bot’s own game'),
    expect: expectation.optional(),
    capture: capture.optional(),
    within: duration.optional(),
    ...common,
  })
  .meta({
    id: 'socket-step',
    description:
      'Listens to the reactions to a game, waits for the next message or the close, or stops listening.',
  })
const setStep = z
  .strictObject({ set: fields.describe('variables to set'), ...common })
  .meta({ id: 'set-step', description: 'Sets variables.' })
const sayStep = z
  .strictObject({ say: z.string().describe('a line for the report'), ...common })
  .meta({ id: 'say-step', description: 'Writes a line into the report.' })

const stepList = (id: string, description: string) =>
  z
    .array(z.lazy(() => step))
    .min(1, 'at least one step is required')
    .meta({ id, description })

const steps = stepList('steps', 'steps in order; the first failure ends the run')

const parallelStep: z.ZodType<ParallelStep> = z
  .strictObject({
    parallel: stepList('parallel-steps', 'steps that run at the same time'),
    expect: z
      .strictObject({ succeeded: value, failed: value })
      .partial()
      .optional()
      .describe('how many of the steps must succeed and fail; by default all must succeed'),
    ...common,
  })
  .meta({ id: 'parallel-step', description: 'Runs steps at the same time.' })
const repeatStep: z.ZodType<RepeatStep> = z
  .strictObject({
    repeat: z.int().min(1).max(10_000).describe('the number of iterations'),
    as: z.string().optional().describe('the variable for the iteration, counted from 1'),
    steps,
    ...common,
  })
  .meta({ id: 'repeat-step', description: 'Runs steps several times.' })
const forEachStep: z.ZodType<ForEachStep> = z
  .strictObject({
    'for-each': z.union([z.array(value), z.string()]).describe('a list, or a variable that contains one'),
    as: z.string().describe('the variable for the item'),
    steps,
    ...common,
  })
  .meta({ id: 'for-each-step', description: 'Runs steps once for each item of a list.' })
const ifStep: z.ZodType<IfStep> = z
  .strictObject({
    if: value.describe('a value, usually a variable'),
    is: value
      .optional()
      .describe('the expected value; by default any value except false, null, 0 and empty text'),
    steps,
    else: steps.optional(),
    ...common,
  })
  .meta({ id: 'if-step', description: 'Runs steps if a value is as expected.' })
const waitStep: z.ZodType<WaitStep> = z
  .strictObject({
    'wait-until': z.lazy(() => callStep),
    every: duration.optional().describe('the time between attempts; 1s by default'),
    within: duration.optional().describe('when to give up; 30s by default'),
    ...common,
  })
  .meta({
    id: 'wait-until-step',
    description: 'Repeats a call until its expectation is met. A frozen clock is advanced between attempts.',
  })
const includeStep = z
  .strictObject({
    include: z
      .string()
      .describe('another scenario file, relative to this one, whose bots and steps are used'),
    with: fields
      .optional()
      .describe('variables for it; of its own variables, only captures are kept afterwards'),
    ...common,
  })
  .meta({ id: 'include-step', description: 'Runs the steps of another file, with its bots.' })

type Common = { label?: string | undefined; needs?: z.infer<typeof needs> | undefined }
export type CallStep = z.infer<typeof callStep>
export type AdminStep = z.infer<typeof adminStep>
export type HttpStep = z.infer<typeof httpStep>
export type ParallelStep = Common & {
  parallel: Step[]
  expect?:
    | { succeeded?: z.core.util.JSONType | undefined; failed?: z.core.util.JSONType | undefined }
    | undefined
}
type RepeatStep = Common & { repeat: number; as?: string | undefined; steps: Step[] }
type ForEachStep = Common & { 'for-each': z.core.util.JSONType[] | string; as: string; steps: Step[] }
export type IfStep = Common & {
  if: z.core.util.JSONType
  is?: z.core.util.JSONType | undefined
  steps: Step[]
  else?: Step[] | undefined
}
export type WaitStep = Common & {
  'wait-until': CallStep
  every?: string | undefined
  within?: string | undefined
}
export type Step =
  | CallStep
  | AdminStep
  | HttpStep
  | z.infer<typeof barrierStep>
  | z.infer<typeof clockStep>
  | z.infer<typeof faultStep>
  | z.infer<typeof stageStep>
  | z.infer<typeof worldStep>
  | z.infer<typeof serverStep>
  | z.infer<typeof socketStep>
  | z.infer<typeof setStep>
  | z.infer<typeof sayStep>
  | z.infer<typeof checkStep>
  | z.infer<typeof includeStep>
  | ParallelStep
  | RepeatStep
  | ForEachStep
  | IfStep
  | WaitStep

/** The key that identifies the kind of a step, and the step's shape. */
export const STEPS = {
  bot: callStep,
  admin: adminStep,
  http: httpStep,
  barrier: barrierStep,
  parallel: parallelStep,
  clock: clockStep,
  fault: faultStep,
  stage: stageStep,
  world: worldStep,
  server: serverStep,
  socket: socketStep,
  set: setStep,
  say: sayStep,
  check: checkStep,
  repeat: repeatStep,
  'for-each': forEachStep,
  if: ifStep,
  'wait-until': waitStep,
  include: includeStep,
} as const
export type StepWord = keyof typeof STEPS
/** The step with this word. */
export type StepOf<Word extends StepWord> = Extract<Step, Readonly<Record<Word, unknown>>>
export const STEP_WORDS = Object.keys(STEPS) as StepWord[]

const step: z.ZodType<Step> = z
  .union(Object.values(STEPS) as unknown as [z.ZodType<Step>, z.ZodType<Step>])
  .meta({ id: 'step', description: 'one step, identified by its first key' })

const bot = z
  .strictObject({
    persona: z.enum(PERSONA_NAMES).describe('how it plays; steady by default'),
    username: z.string().describe('its username; by default its name with a capital letter'),
    avatar: z.string().describe('its avatar'),
    start: z
      .enum(['onboarded', 'signed-in', 'signed-out'])
      .describe('the state of the bot before the first step; onboarded by default'),
  })
  .partial()
  .meta({ id: 'bot', description: 'a player of the scenario' })

export const scenario = z.strictObject({
  version: z.literal(1, { error: 'this program reads version 1' }).describe('the version of the language'),
  name: z.string().min(1).describe('the rule that the scenario tests'),
  config: z
    .strictObject({
      seed: z.union([z.number(), z.string()]).describe('the seed of all randomness; 1 by default'),
      clock: instant.describe('the time at the first step; the clock is frozen until a step moves it'),
      timeZone: z
        .string()
        .refine(isTimeZone, 'a time zone is an IANA name such as America/New_York')
        .describe(
          'IANA name of the time zone that the scenario needs; it is skipped on a server with another zone',
        ),
      timeout: duration.describe('how long a step may take; 30s by default'),
    })
    .partial()
    .meta({ id: 'config', description: 'the seed, the clock, the time zone and the time limit of steps' })
    .optional(),
  vars: fields.optional().describe(`variables, used as $\{name}`),
  bots: z.record(botName, bot).optional().describe('the players'),
  faults: z.array(faultRule).optional().describe('faults that are active from the first step'),
  steps,
  thresholds: z
    .partialRecord(
      z.enum(['http.p50', 'http.p95', 'http.p99', 'http.max', 'errors']),
      z.union([z.string().regex(LIMIT, 'a threshold looks like "<50ms"'), z.number()]),
    )
    .meta({ id: 'thresholds', description: 'limits for the whole run; exit code 5 if one is not met' })
    .optional(),
})
export type Scenario = z.infer<typeof scenario>

/** The key of a step that is in {@link STEPS}, which identifies its kind. */
export function stepWord(value: unknown): StepWord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return STEP_WORDS.find((word) => word in value)
}
