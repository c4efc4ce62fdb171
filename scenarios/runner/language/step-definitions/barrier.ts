import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { botReference, common } from '../step-parts.ts'

const schema = z
  .strictObject({
    barrier: z
      .array(botReference)
      .describe('wait for the background work of these bots; of all bots if empty'),
    ...common,
  })
  .meta({
    id: 'barrier-step',
    description: 'Waits for the background work of bots, and fails if that work failed.',
  })
export type BarrierStep = z.infer<typeof schema>

export const barrierStep: StepDefinition<BarrierStep> = {
  ...PLAIN,
  schema,
  title: ({ barrier }) => ({ who: barrier.join(', '), what: 'barrier' }),
  bots: ({ barrier }) => [{ path: ['barrier'], names: barrier }],
  example: `
- { bot: ann, do: play-turn, background: true }
- { barrier: [ann] }
`,
}
