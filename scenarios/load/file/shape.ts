import * as z from 'zod'
import { PERSONA_NAMES } from '../../bots/personas.ts'
import { clockChange } from '../../runner/language/step-definitions/controls.ts'
import { waitingTime } from '../../runner/language/step-parts.ts'
import { LOAD_LIMIT } from '../../runner/language/values/limit.ts'
import { LOAD_CALLS } from '../players/calls.ts'
import { PROFILE_NAMES } from './profile.ts'

/*
 * The language of load files. Parts that scenario files have too (config, personas, clock, thresholds, durations) use
 * the same syntax. The parser, the JSON Schema, the reference and the types derive from these shapes.
 */

const share = z.number().min(0).max(1).meta({ id: 'share', description: 'a share, 0 to 1' })
const percent = z
  .string()
  .regex(/^\d+(\.\d+)?%$/, 'a share is written as a percentage, such as "5%"')
  .meta({ id: 'percent', description: 'a share as a percentage, such as "5%"' })

const FIGURES = ['p50', 'p95', 'p99', 'max'] as const
/** The valid names of thresholds. */
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
  name: z.string().min(1).describe('what the load represents'),
  config: z
    .strictObject({
      seed: z
        .union([z.number(), z.string()])
        .describe('determines all random choices; by default a new one for each run'),
      timeout: waitingTime.describe('the time limit of a call; 30s by default'),
    })
    .partial()
    .meta({ id: 'config', description: 'settings of the whole run' })
    .optional(),
  players: z.int().min(1).max(1_000_000).describe('the number of players who arrive during the load'),
  profile: z
    .union([
      z.enum(PROFILE_NAMES),
      z
        .array(
          z.strictObject({
            at: waitingTime.describe('when, counted from the start'),
            rate: z.number().min(0).describe('the rate of arrivals, relative to the other points'),
          }),
        )
        .min(2, 'a profile needs at least two points'),
    ])
    .describe(
      'how arrivals spread over the duration: a name, or points between which the rate changes linearly',
    ),
  duration: waitingTime.describe('how long players arrive and play'),
  'warm-up': waitingTime.optional().describe('the time at the start that is not measured; 0s by default'),
  stay: waitingTime
    .optional()
    .describe('how long players stay on the home screen when there is nothing left to do; 30s by default'),
  speed: z
    .number()
    .positive()
    .max(1000)
    .optional()
    .describe('how many times faster than people the players draw, guess, wait and poll; 1 by default'),
  groups: z
    .strictObject({
      share: share.describe('the share of players who are in a group'),
      size: z.int().min(2).max(50).describe('the number of players in a group'),
    })
    .optional()
    .describe('players in groups; the others play public games. By default a share of 0.7 in groups of 5'),
  newcomers: share
    .optional()
    .describe('the share of players without a group who open the game for the first time; 0.1 by default'),
  personas: z
    .partialRecord(z.enum(PERSONA_NAMES), z.number().min(0))
    .optional()
    .describe('the personas of the players with their weights; all steady by default'),
  during: z
    .array(
      z.strictObject({
        at: waitingTime.describe('when, counted from the start'),
        clock: clockChange,
      }),
    )
    .optional()
    .describe('changes of the clock of a reference server during the load'),
  limits: z
    .strictObject({
      calls: z.int().min(1).describe('the maximum number of calls, including the preparation'),
      duration: waitingTime.describe('the maximum duration, including the preparation'),
      errors: percent
        .optional()
        .describe('the share of failed calls in 5 s that stops the run; "10%" by default'),
    })
    .describe('required limits: the run stops when it reaches one'),
  generator: z
    .strictObject({
      connections: z.int().min(1).max(10_000).describe('connections to the server; 256 by default'),
      'late-after': waitingTime.describe(
        'a call counts as late if it is sent this long after the earliest possible time; 10ms by default',
      ),
    })
    .partial()
    .optional()
    .describe('the process that sends the calls'),
  thresholds: z
    .partialRecord(
      z.enum(THRESHOLD_NAMES as [string, ...string[]]),
      z.union([z.string().regex(LOAD_LIMIT, 'write a threshold as "<80ms" or "<0.1%"'), z.number()]),
    )
    .meta({ id: 'thresholds', description: 'limits for the figures; the exit code is 5 if one is missed' })
    .optional(),
})
export type LoadShape = z.infer<typeof loadShape>
