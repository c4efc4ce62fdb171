import * as z from 'zod'
import { PERSONA_NAMES } from '../bots/personas.ts'
import { clockStep, duration } from '../runner/language/control-language.ts'
import { LOAD_CALLS } from './calls.ts'

export const PROFILE_NAMES = ['steady', 'ramp', 'evening', 'midnight', 'spike'] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

/*
 * The language of load files: what scenario files have too (config, personas, clock, thresholds, durations) is written in
 * the same way. The parser, the JSON Schema, the reference and the types come out of these shapes.
 */

const share = z.number().min(0).max(1).meta({ id: 'share', description: 'a share of all, 0 to 1' })
const percent = z
  .string()
  .regex(/^\d+(\.\d+)?%$/, 'a share is written as a percentage, such as "5%"')
  .meta({ id: 'percent', description: 'a share as a percentage, such as "5%"' })

const FIGURES = ['p50', 'p95', 'p99', 'max'] as const
/** What thresholds may name. */
const THRESHOLD_NAMES = [
  ...FIGURES.map((figure) => `http.${figure}`),
  'errors',
  'late',
  'turns',
  'invariants',
  ...LOAD_CALLS.flatMap(({ name }) => [...FIGURES, 'errors'].map((figure) => `calls.${name}.${figure}`)),
]

export const loadShape = z.strictObject({
  version: z.literal(1, { error: 'this program reads version 1' }).describe('the version of the language'),
  name: z.string().min(1).describe('what the load stands for'),
  config: z
    .strictObject({
      seed: z
        .union([z.number(), z.string()])
        .describe('all chance derives from it; without it each run has another'),
      timeout: duration.describe('after how long a call counts as unanswered; 30s without it'),
    })
    .partial()
    .meta({ id: 'config', description: 'what holds for the whole run' })
    .optional(),
  players: z.int().min(1).max(1_000_000).describe('how many players come while it runs'),
  profile: z
    .union([
      z.enum(PROFILE_NAMES),
      z
        .array(
          z.strictObject({
            at: duration.describe('when, counted from the start'),
            rate: z.number().min(0).describe('how many come then, relative to the other points'),
          }),
        )
        .min(2, 'a profile of points has at least two'),
    ])
    .describe('how they spread over the time: a name, or points between which the rate changes evenly'),
  duration: duration.describe('how long players come and play'),
  'warm-up': duration.optional().describe('what is left out of all figures at the beginning; 0s without it'),
  stay: duration
    .optional()
    .describe('how long players look at the home screen when there is nothing left to do; 30s without it'),
  speed: z
    .number()
    .positive()
    .max(1000)
    .optional()
    .describe('how many times faster than people players draw, guess, wait and poll; 1 without it'),
  groups: z
    .strictObject({
      share: share.describe('the share of players who are in a group'),
      size: z.int().min(2).max(50).describe('players of a group'),
    })
    .optional()
    .describe('how many players have a group; the others play public games. Without it 0.7 in groups of 5'),
  newcomers: share
    .optional()
    .describe('the share of players without a group who open the game for the first time; 0.1 without it'),
  personas: z
    .partialRecord(z.enum(PERSONA_NAMES), z.number().min(0))
    .optional()
    .describe('how players behave, each with its weight; all steady without it'),
  during: z
    .array(
      z.strictObject({
        at: duration.describe('when, counted from the start'),
        clock: clockStep.shape.clock,
      }),
    )
    .optional()
    .describe('what happens to the clock of a reference server meanwhile'),
  limits: z
    .strictObject({
      calls: z.int().min(1).describe('the maximum number of calls, including the preparation'),
      duration: duration.describe('the longest that all of it may take, preparation included'),
      errors: percent
        .optional()
        .describe('the share of failed calls in 5 s that stops the run; "10%" without it'),
    })
    .describe('bounds that have to be given: the run stops when it reaches one'),
  generator: z
    .strictObject({
      connections: z.int().min(1).max(10_000).describe('connections to the server; 256 without it'),
      'late-after': duration.describe(
        'a call sent so long after it could have been is late; 10ms without it',
      ),
    })
    .partial()
    .optional()
    .describe('the process that sends the calls'),
  thresholds: z
    .partialRecord(
      z.enum(THRESHOLD_NAMES as [string, ...string[]]),
      z.union([
        z.string().regex(/^(<=?|>=?) ?\d+(\.\d+)?(ms|s|%)?$/, 'a threshold is such as "<80ms" or "<0.1%"'),
        z.number(),
      ]),
    )
    .meta({ id: 'thresholds', description: 'limits for the figures; a missed one ends with exit code 5' })
    .optional(),
})
export type LoadShape = z.infer<typeof loadShape>
