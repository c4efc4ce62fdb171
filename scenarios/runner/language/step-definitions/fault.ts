import * as z from 'zod'
import { faultRule } from '../fault-rule.ts'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common } from '../step-parts.ts'

const schema = z
  .strictObject({
    fault: z
      .union([faultRule, z.array(faultRule), z.literal('clear')])
      .describe('one or more faults to add, or clear'),
    ...common,
  })
  .meta({ id: 'fault-step', description: 'Makes calls fail on purpose, or clears all faults.' })
export type FaultStep = z.infer<typeof schema>

export const faultStep: StepDefinition<FaultStep> = {
  ...PLAIN,
  schema,
  title: ({ fault }) => ({ who: 'faults', what: fault === 'clear' ? 'clear' : 'add' }),
  needs: 'controls',
  isForEverybody: true,
  check({ fault }, check) {
    if (fault !== 'clear') check.faults(fault, ['fault'])
  },
  example: `
- { fault: { match: { path: /api/game/today, method: GET }, times: 1, drop: true } }
- { bot: ann, do: today, expect: { error: NETWORK_ERROR } }
- { fault: clear }
`,
}
