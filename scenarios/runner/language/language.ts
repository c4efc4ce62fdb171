import { isTimeZone } from '@inkling/mock-server/contract/time-zone'
import * as z from 'zod'
import { PERSONA_NAMES } from '../../bots/personas.ts'
import { faultRule } from './fault-rule.ts'
import { botName, fields, instant, waitingTime } from './step-parts.ts'
import { steps } from './steps.ts'
import { LIMIT } from './values/limit.ts'

/*
 * The language of scenario files. Each shape is defined once, here and in step-definitions/: the parser validates with it, editors
 * complete from the JSON Schema generated from it, and the runner's types are inferred from it.
 */

const bot = z
  .strictObject({
    persona: z.enum(PERSONA_NAMES).describe('how it plays; steady by default'),
    username: z.string().describe('its username; by default its name with a capital letter'),
    avatar: z.string().describe('its avatar'),
    start: z
      .enum(['onboarded', 'signed-in', 'signed-out'])
      .describe('the state of the bot before the first step; onboarded by default'),
    device: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{16,}$/,
        'a device id consists of at least 16 letters, digits, hyphens and underscores',
      )
      .describe('its device id, to play somebody of `config.world`; by default a new one'),
  })
  .partial()
  .meta({ id: 'bot', description: 'a player of the scenario' })

export const scenario = z.strictObject({
  version: z.literal(1, { error: 'this program reads version 1' }).describe('the version of the language'),
  name: z.string().min(1).describe('the rule that the scenario tests'),
  tags: z
    .array(z.string().regex(/^[\w-]+$/, 'a tag consists of letters, digits, hyphens and underscores'))
    .optional()
    .describe('words that `scenario run --tag` selects it by'),
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
      timeout: waitingTime.describe('how long a step may take; 30s by default'),
      words: z
        .record(z.string().regex(/^\d{4}-\d\d-\d\d$/, 'a day is written as 2026-03-07'), z.string().min(1))
        .describe(
          'the word of the games that begin on a day, by day; a server that the run did not start has its own words',
        ),
      world: z
        .string()
        .regex(/\.json$/, 'a world is a file that ends in .json')
        .describe('a saved world next to the scenario, which the server has at the first step'),
    })
    .partial()
    .meta({
      id: 'config',
      description: 'the seed, the clock, the time zone, the time limit of steps and the world',
    })
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
