import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common } from '../step-parts.ts'

const schema = z
  .strictObject({
    check: z.literal('rules').describe("must be 'rules'"),
    ...common,
  })
  .meta({
    id: 'check-step',
    description:
      'Checks what every bot is sent against what the bots did before: one turn at a time, entries never change, nothing is lost, nothing leaks.',
  })
export type CheckStep = z.infer<typeof schema>

export const checkStep: StepDefinition<CheckStep> = {
  ...PLAIN,
  schema,
  title: ({ check }) => ({ who: check, what: 'check' }),
  example: `
- { bot: [ann, ben], do: play-turn }
- { check: rules }
`,
}
