import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { type Common, common } from '../step-parts.ts'
import { value } from '../values/value.ts'

export interface ParallelStep<Step> extends Common {
  parallel: Step[]
  expect?:
    | { succeeded?: z.core.util.JSONType | undefined; failed?: z.core.util.JSONType | undefined }
    | undefined
}

export const parallelStep = <Step>(
  stepList: (id: string, description: string) => z.ZodType<Step[]>,
): StepDefinition<ParallelStep<Step>> => ({
  ...PLAIN,
  schema: z
    .strictObject({
      parallel: stepList('parallel-steps', 'steps that run at the same time'),
      expect: z
        .strictObject({ succeeded: value, failed: value })
        .partial()
        .optional()
        .describe('how many of the steps must succeed and fail; by default all must succeed'),
      ...common,
    })
    .meta({ id: 'parallel-step', description: 'Runs steps at the same time.' }),
  title: () => ({ who: '', what: 'parallel' }),
  blocks: ['parallel'],
  example: `
- parallel:
    - { bot: ann, do: start-turn }
    - { bot: ben, do: start-turn }
  expect: { succeeded: 1, failed: 1 }
`,
})
