import { gameStatus, playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod'
import { milliseconds } from '../../../text/duration.ts'
import { faultRule } from '../fault-rule.ts'
import { defineStep } from '../step-definition.ts'
import { botReference, duration, instant } from '../step-parts.ts'

/* What only a reference server supports. */

export const clockChange = z
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
  .describe('how to move the clock, or freeze or resume it')
type Clock = z.infer<typeof clockChange>

export const clockStep = defineStep({
  description: "Moves, freezes or resumes the server's clock.",
  keys: {
    clock: clockChange,
  },
  title: ({ clock }) => ({ who: 'clock', what: whatOf(clock) }),
  needs: 'controls',
  isForEverybody: true,
  example: `
- { clock: { advance: 6m } }
- { clock: { to: midnight } }
- { clock: { to: 2026-03-09T12:00:00-04:00 } }
- { clock: freeze }
`,
})

function whatOf(clock: Clock): string {
  if (typeof clock === 'string') return clock
  return 'advance' in clock ? `+${clock.advance}` : `to ${clock.to}`
}

/** The body of the call that changes the clock as a step says. */
export function clockChangeOf(clock: Clock) {
  if (clock === 'freeze') return { freeze: true as const }
  if (clock === 'resume') return { resume: true as const }
  if ('advance' in clock) return { advanceMs: milliseconds(clock.advance) }
  return clock.to === 'midnight' ? { to: 'midnight' as const } : { set: clock.to }
}

export const faultStep = defineStep({
  description: 'Makes calls fail on purpose, or clears all faults.',
  keys: {
    fault: z
      .union([faultRule, z.array(faultRule), z.literal('clear')])
      .describe('one or more faults to add, or clear'),
  },
  title: ({ fault }) => ({ who: 'faults', what: fault === 'clear' ? 'clear' : 'add' }),
  needs: 'controls',
  isForEverybody: true,
  example: `
- { fault: { match: { path: /api/game/today, method: GET }, times: 1, drop: true } }
- { bot: ann, do: today, expect: { error: NETWORK_ERROR } }
- { fault: clear }
`,
})

export const stageStep = defineStep({
  description: "Puts a player's game today into a given state, as the debug menu does.",
  keys: {
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
  },
  title: ({ as }) => ({ who: as, what: 'stage' }),
  needs: 'controls',
  example: `
- { stage: { turnType: guess, turnStatus: playing, groupSize: 4 }, as: ann }
- { bot: ann, do: start-turn, expect: { type: guess } }
- { stage: { inGroup: false, gameStatus: completed, difficulty: hard }, as: ben }
- { bot: ben, do: today, expect: { gameType: public, status: completed } }
`,
})

export const worldStep = defineStep({
  description: 'Resets the server to its seed state, or saves its world and restores it later in the run.',
  keys: {
    world: z
      .union(
        [
          z.literal('reset'),
          z.strictObject({ save: z.string().describe('a name') }),
          z.strictObject({ restore: z.string().describe('the name of a world saved before in this run') }),
        ],
        { error: 'a world step is reset, { save: a name } or { restore: a name }' },
      )
      .describe('reset, or the name to save or restore'),
  },
  title: ({ world }) => ({
    who: 'world',
    what: typeof world === 'string' ? world : Object.entries(world).flat().join(' '),
  }),
  needs: 'controls',
  isForEverybody: true,
  example: `
- { world: { save: before } }
- { bot: ann, do: play-turn }
- { world: { restore: before } }
- { bot: ann, do: today, expect: { yourStatus: pending } }
`,
})

export const serverStep = defineStep({
  description:
    'Restarts a server that the run has started (in process). Stored data stays; faults, sockets and the outbox are lost.',
  keys: {
    server: z
      .enum(['restart', 'rotate-secrets', 'replace-secrets'])
      .describe(
        'restart, or restart with new secrets: rotate-secrets keeps tokens valid, replace-secrets invalidates them',
      ),
  },
  title: ({ server }) => ({ who: 'server', what: server }),
  needs: 'restart',
  isForEverybody: true,
  example: `
- { bot: ann, do: start-turn }
- { server: restart }
- { bot: ann, do: today, expect: { yourStatus: playing } }
- { server: replace-secrets }
- { bot: ann, do: today, expect: { error: AUTH_INVALID } }
`,
})
