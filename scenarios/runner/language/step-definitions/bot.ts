import * as z from 'zod'
import { ACTIONS } from '../actions.ts'
import { PLAYER_CALLS } from '../call-names.ts'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { botReference, call } from '../step-parts.ts'

export const botSchema = z
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
export type BotStep = z.infer<typeof botSchema>

export const botStep: StepDefinition<BotStep> = {
  ...PLAIN,
  schema: botSchema,
  title: (step) => ({ who: [step.bot].flat().join(', '), what: step.do }),
  bots: ({ bot }) => [{ path: ['bot'], names: bot }],
  captures: ({ capture }) => capture,
  check: (step, check) => check.call(step),
  example: `
- { bot: ann, do: start-turn, expect: { type: drawing } }
- { bot: [ben, cat], do: today, expect: { canStartTurn: false } }
`,
}
