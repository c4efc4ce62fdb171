import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { type Common, common, type Loop, loop } from '../step-parts.ts'
import { value } from '../values/value.ts'

export interface ForEachStep<Step> extends Common, Loop {
  'for-each': z.core.util.JSONType[] | string | { table: string }
  steps: Step[]
}

export const forEachStep = <Step>(steps: z.ZodType<Step[]>): StepDefinition<ForEachStep<Step>> => ({
  ...PLAIN,
  schema: z
    .strictObject({
      'for-each': z
        .union([
          z.array(value),
          z.string(),
          z.strictObject({
            table: z
              .string()
              .regex(/\.(csv|ya?ml)$/, 'a table is a file that ends in .csv, .yaml or .yml')
              .describe('a file next to the scenario: CSV with a line of column names, or a YAML list'),
          }),
        ])
        .describe('a list, a variable that contains one, or a table'),
      ...loop,
      var: loop.var.describe('the variable for the item, or the row of the table'),
      steps,
      ...common,
    })
    .refine((step) => step.var !== undefined, {
      error: "'var' is missing: name the variable for the item",
      path: ['var'],
    })
    .meta({
      id: 'for-each-step',
      description: 'Runs steps once for each item of a list, or row of a table.',
    }),
  title: (step) => ({ who: '', what: `for each ${step.var}` }),
  blocks: ['steps'],
  sets: (step) => (step.var === undefined ? [] : [step.var]),
  example: `
- for-each: [ann, ben]
  var: who
  steps:
    - { bot: "\${who}", do: today, expect: { yourStatus: pending } }
- for-each: { table: lib/refused-usernames.csv }
  var: row
  steps:
    - bot: ann
      do: update-profile
      with: { username: "\${row.name}" }
      expect: { error: { message: "\${row.reason}" } }
`,
})
