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
      'Checks the rules of the game for every player: one turn at a time, entries never change, nothing leaks.',
  })
export type CheckStep = z.infer<typeof schema>

export const checkStep: StepDefinition<CheckStep> = {
  ...PLAIN,
  schema,
  title: ({ check }) => ({ who: check, what: 'check' }),
  needs: 'controls',
  example: `
- { bot: [ann, ben], do: play-turn }
- { check: rules }
`,
}
