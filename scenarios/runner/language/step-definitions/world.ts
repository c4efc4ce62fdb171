import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common } from '../step-parts.ts'

const schema = z
  .strictObject({
    world: z
      .union(
        [
          z.literal('reset'),
          z.strictObject({ save: z.string().describe('a name') }),
          z.strictObject({ restore: z.string().describe('the name of a world saved before in this run') }),
        ],
        { error: 'a world step is reset, { save: a name } or { restore: a name }' },
      )
      .describe('reset, or the name to save or restore'),
    ...common,
  })
  .meta({
    id: 'world-step',
    description: 'Resets the server to its seed state, or saves its world and restores it later in the run.',
  })
export type WorldStep = z.infer<typeof schema>

export const worldStep: StepDefinition<WorldStep> = {
  ...PLAIN,
  schema,
  title: ({ world }) => ({
    who: 'world',
    what: typeof world === 'string' ? world : Object.entries(world).flat().join(' '),
  }),
  needs: 'controls',
  isForEverybody: true,
  example: `
- { world: { save: before } }
- { bot: ann, do: play-turn }
- { world: { restore: before } }
- { bot: ann, do: today, expect: { yourStatus: pending } }
`,
}
