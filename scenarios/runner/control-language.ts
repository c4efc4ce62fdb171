import { gameStatus, playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod'
import { DURATION } from './duration.ts'

/* What every step of the language shares, and the steps for what only a reference server offers. */

export const duration = z
  .string()
  .regex(DURATION, 'a duration is a number with ms, s, m, h or d, such as 90s or 6m')
  .meta({ id: 'duration', description: 'a span of time: a number and ms, s, m, h or d' })
export const instant = z.iso
  .datetime({
    offset: true,
    error: 'a time is ISO 8601 with an offset, such as 2026-03-07T23:40:00-05:00',
  })
  .meta({ id: 'instant', description: 'a time: ISO 8601 with an offset' })
export const needs = z
  .enum(['controls', 'sockets', 'restart'])
  .meta({ id: 'needs', description: 'what a target may not offer: controls, sockets, restart' })
export const botName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'the name of a bot has letters, digits and hyphens')
  .meta({ id: 'bot-name', description: 'the name of a bot' })
export const botReference = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]*$|\$\{[^}]+\}/, 'the name of a bot has letters, digits and hyphens')
  .meta({ id: 'bot-reference', description: 'the name of a bot, or a variable that holds it' })

export const common = {
  label: z.string().optional().describe('what the report calls this step'),
  needs: needs.optional().describe('skip this step on a target that does not offer it'),
}

export const clockStep = z
  .strictObject({
    clock: z
      .union(
        [
          z.strictObject({ advance: duration.describe('by how much to move the clock forward') }),
          z.strictObject({
            to: z.union([z.literal('midnight'), instant]).describe('midnight of the game day, or a time'),
          }),
          z.literal('freeze'),
          z.literal('resume'),
        ],
        { error: 'a clock step is { advance: 6m }, { to: midnight }, { to: a time }, freeze or resume' },
      )
      .describe('how to move the clock, or freeze or resume'),
    ...common,
  })
  .meta({ id: 'clock-step', description: 'Moves the clock of the server, stops it, or sets it going again.' })
const faultMatch = z
  .strictObject({
    method: z.string().describe('an HTTP method'),
    path: z.string().describe('a path; it may end with * for all that begin so'),
    userId: z.string().describe('the player who calls'),
  })
  .partial()
export const faultRule = z
  .strictObject({
    match: faultMatch.describe('which calls; all that are left out match'),
    nth: z.int().positive().optional().describe('strike only the nth call that matches'),
    probability: z.number().min(0).max(1).optional().describe('the share of calls to strike, 0 to 1'),
    times: z.int().positive().optional().describe('strike at most so many calls'),
    delay: duration.optional().describe('hold the call back for so long'),
    status: z.int().min(200).max(599).optional().describe('answer with this HTTP status'),
    code: z.string().optional().describe('answer with this error code'),
    message: z.string().optional().describe('answer with this error message'),
    rawBody: z.string().optional().describe('answer with this body as it stands'),
    drop: z.boolean().optional().describe('break the connection: the call fails with NETWORK_ERROR'),
  })
  .meta({ id: 'fault-rule', description: 'a fault that calls run into, and which calls' })
export type FaultRule = z.infer<typeof faultRule>
export const faultStep = z
  .strictObject({
    fault: z
      .union([faultRule, z.array(faultRule), z.literal('clear')])
      .describe('a fault or several to add to those in force, or clear'),
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
        groupSize: z.int().min(1).max(10).describe('how many play in it'),
        difficulty: z.enum(['easy', 'hard']).describe('how hard the word is'),
      })
      .partial()
      .describe('what is left out is chosen'),
    as: botReference,
    ...common,
  })
  .meta({ id: 'stage-step', description: "Puts a player's today into a state, as the debug menu does." })
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
      .describe('rotate-secrets keeps tokens valid; replace-secrets makes them invalid'),
    ...common,
  })
  .meta({
    id: 'server-step',
    description:
      'Restarts a server that the run has started, so in process: what is stored stays; faults, sockets and the outbox are gone.',
  })
export const checkStep = z
  .strictObject({
    check: z.literal('rules').describe('always rules'),
    ...common,
  })
  .meta({
    id: 'check-step',
    description:
      'Checks the rules of the game for every player: one turn at a time, what was played stays, nothing leaks.',
  })
