import { gameStatus, playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod'
import { DURATION } from './duration.ts'

/* What every step of the language shares, and the steps for what only a reference server offers. */

export const duration = z
  .string()
  .regex(DURATION, 'a duration is a number with ms, s, m, h or d, such as 90s or 6m')
export const instant = z.iso.datetime({
  offset: true,
  error: 'a time is ISO 8601 with an offset, such as 2026-03-07T23:40:00-05:00',
})
export const needs = z.enum(['controls', 'sockets', 'restart'])
export const botName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'the name of a bot has letters, digits and hyphens')
  .describe('a bot of this file')
/** A bot where a step names one: its name, or a variable that holds it. */
export const botReference = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$|\$\{[^}]+\}/, 'the name of a bot has letters, digits and hyphens')

export const common = {
  label: z.string().optional().describe('what the report calls this step'),
  needs: needs.optional().describe('skip this step on a target that does not offer it'),
}

export const clockStep = z.strictObject({
  clock: z
    .union(
      [
        z.strictObject({ advance: duration }),
        z.strictObject({ to: z.union([z.literal('midnight'), instant]) }),
        z.literal('freeze'),
        z.literal('resume'),
      ],
      { error: 'a clock step is { advance: 6m }, { to: midnight }, { to: a time }, freeze or resume' },
    )
    .describe('move the clock of the server'),
  ...common,
})
export const faultRule = z.strictObject({
  match: z
    .strictObject({ method: z.string(), path: z.string(), userId: z.string() })
    .partial()
    .describe('which calls; a path may end with *'),
  nth: z.int().positive().optional(),
  probability: z.number().min(0).max(1).optional(),
  times: z.int().positive().optional(),
  delay: duration.optional(),
  status: z.int().min(200).max(599).optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  rawBody: z.string().optional(),
  drop: z.boolean().optional(),
})
export type FaultRule = z.infer<typeof faultRule>
export const faultStep = z.strictObject({
  fault: z
    .union([faultRule, z.array(faultRule), z.literal('clear')])
    .describe('faults to add, or clear for none'),
  ...common,
})
export const stageStep = z.strictObject({
  stage: z
    .strictObject({
      turnType: z.enum([...turnType.options, 'random']),
      gameStatus: z.enum(gameStatus.options),
      turnStatus: z.enum(playerStatus.options),
      inGroup: z.boolean(),
      groupSize: z.int().min(1).max(10),
      difficulty: z.enum(['easy', 'hard']),
    })
    .partial()
    .describe("the state to put a player's today into"),
  as: botReference,
  ...common,
})
export const worldStep = z.strictObject({
  world: z
    .union([
      z.literal('reset'),
      z.strictObject({ save: z.string() }),
      z.strictObject({ restore: z.string() }),
    ])
    .describe('reset the server, or save its world under a name and restore it later in this run'),
  ...common,
})
export const serverStep = z.strictObject({
  server: z.enum(['restart', 'rotate-secrets', 'replace-secrets']).describe('...'),
  ...common,
})
export const checkStep = z.strictObject({
  check: z
    .literal('rules')
    .describe('the rules of the game hold: one turn at a time, what was played stays, nothing leaks'),
  ...common,
})
