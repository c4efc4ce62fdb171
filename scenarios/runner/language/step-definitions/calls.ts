import * as z from 'zod'
import { ACTIONS } from '../actions.ts'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import { defineStep } from '../step-definition.ts'
import { botReference, call, duration } from '../step-parts.ts'
import { value } from '../values/value.ts'

/* What bots and admins do. */

export const botStep = defineStep({
  description: 'A call or an action of one bot, or of several bots one after another.',
  keys: {
    bot: z
      .union([botReference, z.array(botReference).min(1)])
      .describe('the bot; several bots act one after another'),
    do: z.enum([...PLAYER_CALLS.keys(), ...ACTIONS]).describe('a call of the API, or draw, guess, play-turn'),
    background: z.boolean().optional().describe('continue without waiting; a barrier waits for it'),
    ...call,
  },
  title: (step) => ({ who: [step.bot].flat().join(', '), what: step.do }),
  bots: ({ bot }) => [{ path: ['bot'], names: bot }],
  example: `
- { bot: ann, do: start-turn, expect: { type: drawing } }
- { bot: [ben, cat], do: today, expect: { canStartTurn: false } }
`,
})

export const adminStep = defineStep({
  description: 'An admin call.',
  keys: {
    admin: z.enum([...ADMIN_CALLS.keys()]).describe('an admin call'),
    as: botReference.optional().describe('the bot whose token the call also needs'),
    ...call,
  },
  title: ({ admin }) => ({ who: 'admin', what: admin }),
  example: `
- { admin: trigger-daily-games }
- { admin: complete-user-game, as: ann, expect: { completed: true } }
`,
})

export const httpStep = defineStep({
  description:
    'A raw HTTP request, for requests that the typed client cannot make. With `needs: controls`, it carries the admin key of the run.',
  keys: {
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
  },
  title: ({ http, as }) => ({ who: as ?? '', what: `${http.method} ${http.path}` }),
  example: `
- { http: { method: GET, path: "/api/groups/\${groupId}" }, as: ann, expect: { http-status: 200 } }
- { http: { method: POST, path: /api/auth/device, raw: "{" }, expect: { error: VALIDATION_FAILED } }
- http: { method: POST, path: /api/auth/device, headers: { x-trace: "1" }, body: { deviceId: a } }
  expect: { http-status: 400 }
- { http: { method: GET, path: /control/outbox }, needs: controls, expect: { items: { length: 0 } } }
`,
})

export const waitStep = defineStep({
  description: 'Repeats a call until its expectation is met. A frozen clock is advanced between attempts.',
  keys: {
    'wait-until': botStep.schema,
    every: duration.optional().describe('the time between attempts; 1s by default'),
    'until-within': duration.optional().describe('when to give up; 30s by default'),
  },
  title: ({ 'wait-until': call }) => ({ who: [call.bot].flat().join(', '), what: `wait until ${call.do}` }),
  bots: ({ 'wait-until': { bot } }) => [{ path: ['wait-until', 'bot'], names: bot }],
  captures: ({ 'wait-until': { capture } }) => capture,
  example: `
- { bot: ann, do: start-turn }
- wait-until: { bot: ben, do: today, expect: { canStartTurn: true } }
  every: 1m
  until-within: 10m
`,
})

export const barrierStep = defineStep({
  description: 'Waits for the background work of bots, and fails if that work failed.',
  keys: {
    barrier: z
      .array(botReference)
      .describe('wait for the background work of these bots; of all bots if empty'),
  },
  title: ({ barrier }) => ({ who: barrier.join(', '), what: 'barrier' }),
  bots: ({ barrier }) => [{ path: ['barrier'], names: barrier }],
  example: `
- { bot: ann, do: play-turn, background: true }
- { barrier: [ann] }
`,
})
