import * as z from 'zod'
import { defineStep, PLAIN, type StepDefinition } from '../step-definition.ts'
import { type Common, common, fields, type Loop, loop } from '../step-parts.ts'
import { value } from '../values/value.ts'

/* The run itself: inner steps, files of them, variables, lines of the report. */

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

export interface RepeatStep<Step> extends Common, Loop {
  repeat: number
  steps: Step[]
}

export const repeatStep = <Step>(steps: z.ZodType<Step[]>): StepDefinition<RepeatStep<Step>> => ({
  ...PLAIN,
  schema: z
    .strictObject({
      repeat: z.int().min(1).max(10_000).describe('the number of iterations'),
      ...loop,
      var: loop.var.describe('the variable for the iteration, counted from 1'),
      steps,
      ...common,
    })
    .meta({ id: 'repeat-step', description: 'Runs steps several times.' }),
  title: ({ repeat }) => ({ who: '', what: `repeat ${repeat}` }),
  blocks: ['steps'],
  sets: (step) => (step.var === undefined ? [] : [step.var]),
  example: `
- repeat: 3
  var: round
  steps:
    - { say: "round \${round}" }
`,
})

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

export const includeStep = defineStep({
  description: 'Runs the steps of another file, with its bots.',
  keys: {
    include: z
      .string()
      .describe('another scenario file, relative to this one, whose bots and steps are used'),
    with: fields
      .optional()
      .describe('variables for it; of its own variables, only captures are kept afterwards'),
  },
  title: ({ include }) => ({ who: '', what: `include ${include}` }),
  example: `
- { include: lib/everybody-plays.yaml, with: { first: ben, others: [cat, ann] } }
`,
})

export const setStep = defineStep({
  description: 'Sets variables.',
  keys: {
    set: fields.describe('variables to set'),
  },
  title: ({ set }) => ({ who: '', what: `set ${Object.keys(set).join(', ')}` }),
  sets: ({ set }) => Object.keys(set),
  example: `
- { set: { word: cat, tries: 3 } }
- { say: "\${word} after \${tries} tries" }
`,
})

export const sayStep = defineStep({
  description: 'Writes a line into the report.',
  keys: {
    say: z.string().describe('a line for the report'),
  },
  title: () => ({ who: '', what: 'say' }),
  example: `
- { say: "Ann has the id \${ann.userId}" }
`,
})
