import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common } from '../step-parts.ts'

const schema = z
  .strictObject({ say: z.string().describe('a line for the report'), ...common })
  .meta({ id: 'say-step', description: 'Writes a line into the report.' })
export type SayStep = z.infer<typeof schema>

export const sayStep: StepDefinition<SayStep> = {
  ...PLAIN,
  schema,
  title: () => ({ who: '', what: 'say' }),
  example: `
- { say: "Ann has the id \${ann.userId}" }
`,
}
