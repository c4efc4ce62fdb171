import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { type Common, common, type Loop, loop } from '../step-parts.ts'

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
