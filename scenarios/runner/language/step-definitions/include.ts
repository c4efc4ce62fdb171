import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common, fields } from '../step-parts.ts'

const schema = z
  .strictObject({
    include: z
      .string()
      .describe('another scenario file, relative to this one, whose bots and steps are used'),
    with: fields
      .optional()
      .describe('variables for it; of its own variables, only captures are kept afterwards'),
    ...common,
  })
  .meta({ id: 'include-step', description: 'Runs the steps of another file, with its bots.' })
export type IncludeStep = z.infer<typeof schema>

export const includeStep: StepDefinition<IncludeStep> = {
  ...PLAIN,
  schema,
  title: ({ include }) => ({ who: '', what: `include ${include}` }),
  check: (step, check) => check.include(step),
  example: `
- { include: lib/everybody-plays.yaml, with: { first: ben, others: [cat, ann] } }
`,
}
