import * as z from 'zod'
import { ADMIN_CALLS } from '../call-names.ts'
import { botAs, PLAIN, type StepDefinition } from '../step-definition.ts'
import { botReference, call } from '../step-parts.ts'

const schema = z
  .strictObject({
    admin: z.enum([...ADMIN_CALLS.keys()]).describe('an admin call'),
    as: botReference.optional().describe('the bot whose token the call also needs'),
    ...call,
  })
  .meta({ id: 'admin-step', description: 'An admin call.' })
export type AdminStep = z.infer<typeof schema>

export const adminStep: StepDefinition<AdminStep> = {
  ...PLAIN,
  schema,
  title: ({ admin }) => ({ who: 'admin', what: admin }),
  bots: botAs,
  captures: ({ capture }) => capture,
  check: (step, check) => check.admin(step),
  example: `
- { admin: trigger-daily-games }
- { admin: complete-user-game, as: ann, expect: { completed: true } }
`,
}
