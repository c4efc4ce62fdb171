import { gameStatus, playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod'
import { DURATION, milliseconds } from './duration.ts'

/* The parts that all steps share, and the steps that only a reference server supports. */

export const duration = z
  .string()
  .regex(DURATION, 'a duration is a number followed by ms, s, m, h or d, such as 90s or 6m')
  .meta({ id: 'duration', description: 'a duration: a number followed by ms, s, m, h or d' })
export const instant = z.iso
  .datetime({
    offset: true,
    error: 'a time is ISO 8601 with an offset, such as 2026-03-07T23:40:00-05:00',
  })
  .meta({ id: 'instant', description: 'a time: ISO 8601 with an offset' })
export const needs = z
  .enum(['controls', 'sockets', 'restart'])
  .meta({ id: 'needs', description: 'a feature that a target may lack: controls, sockets, restart' })
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

export const clockStep = z
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

/** The body of the call that changes the clock as a step says. */
export function clockChangeOf(clock: z.infer<typeof clockStep>['clock']) {
  if (clock === 'freeze') return { freeze: true as const }
  if (clock === 'resume') return { resume: true as const }
  if ('advance' in clock) return { advanceMs: milliseconds(clock.advance) }
  return clock.to === 'midnight' ? { to: 'midnight' as const } : { set: clock.to }
}

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
    drop: z.boolean().optional().describe('break the connection: the call fails with NETWORK_ERROR'),
  })
  .meta({ id: 'fault-rule', description: 'a fault, and the calls that it affects' })
export type FaultRule = z.infer<typeof faultRule>
export const faultStep = z
  .strictObject({
    fault: z
      .union([faultRule, z.array(faultRule), z.literal('clear')])
      .describe('one or more faults to add, or clear'),
    ...common,
  })
  .meta({ id: 'fault-step', description: 'Makes calls fail on purpose, or clears all faults.' })
export const stageStep = z
  .strictObject({
    stage: z
      .strictObject({
        turnType: z.enum([...turnType.options, 'random']).describe('the kind of the next turn'),
        gameStatus: z.enum(gameStatus.options).describe('the status of the game'),
        turnStatus: z.enum(playerStatus.options).describe('the status of the player'),
        inGroup: z.boolean().describe('whether it is a group game or a public one'),
        groupSize: z.int().min(1).max(10).describe('the number of players'),
        difficulty: z.enum(['easy', 'hard']).describe('how hard the word is'),
      })
      .partial()
      .describe('the state; fields that are left out are chosen at random'),
    as: botReference,
    ...common,
  })
  .meta({
    id: 'stage-step',
    description: "Puts a player's game today into a given state, as the debug menu does.",
  })
export const worldStep = z
  .strictObject({
    world: z
      .union([
        z.literal('reset'),
        z.strictObject({ save: z.string().describe('a name') }),
        z.strictObject({ restore: z.string().describe('the name of a world saved before in this run') }),
      ])
      .describe('reset, or the name to save or restore'),
    ...common,
  })
  .meta({
    id: 'world-step',
    description: 'Resets the server to its seed state, or saves its world and restores it later in the run.',
  })
export const serverStep = z
  .strictObject({
    server: z
      .enum(['restart', 'rotate-secrets', 'replace-secrets'])
      .describe(
        'restart, or restart with new secrets: rotate-secrets keeps tokens valid, replace-secrets invalidates them',
      ),
    ...common,
  })
  .meta({
    id: 'server-step',
    description:
      'Restarts a server that the run has started (in process). Stored data stays; faults, sockets and the outbox are lost.',
  })
export const checkStep = z
  .strictObject({
    check: z.literal('rules').describe("must be 'rules'"),
    ...common,
  })
  .meta({
    id: 'check-step',
    description:
      'Checks the rules of the game for every player: one turn at a time, entries never change, nothing leaks.',
  })
