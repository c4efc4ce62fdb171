import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common, duration } from '../step-parts.ts'
import { type BotStep, botSchema } from './bot.ts'

const schema = z
  .strictObject({
    'wait-until': botSchema,
    every: duration.optional().describe('the time between attempts; 1s by default'),
    'until-within': duration.optional().describe('when to give up; 30s by default'),
    ...common,
  })
  .meta({
    id: 'wait-until-step',
    description: 'Repeats a call until its expectation is met. A frozen clock is advanced between attempts.',
  })
export type WaitStep = z.infer<typeof schema>

const callOf = (step: WaitStep): BotStep => step['wait-until']

export const waitStep: StepDefinition<WaitStep> = {
  ...PLAIN,
  schema,
  title: (step) => ({
    who: [callOf(step).bot].flat().join(', '),
    what: `wait until ${callOf(step).do}`,
  }),
  bots: (step) => [{ path: ['wait-until', 'bot'], names: callOf(step).bot }],
  captures: (step) => callOf(step).capture,
  check: (step, check) => check.call(callOf(step), ['wait-until']),
  example: `
- { bot: ann, do: start-turn }
- wait-until: { bot: ben, do: today, expect: { canStartTurn: true } }
  every: 1m
  until-within: 10m
`,
}
