import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common, fields } from '../step-parts.ts'

const schema = z
  .strictObject({ set: fields.describe('variables to set'), ...common })
  .meta({ id: 'set-step', description: 'Sets variables.' })
export type SetStep = z.infer<typeof schema>

export const setStep: StepDefinition<SetStep> = {
  ...PLAIN,
  schema,
  title: ({ set }) => ({ who: '', what: `set ${Object.keys(set).join(', ')}` }),
  sets: ({ set }) => Object.keys(set),
  example: `
- { set: { word: cat, tries: 3 } }
- { say: "\${word} after \${tries} tries" }
`,
}
