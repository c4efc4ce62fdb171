import * as z from 'zod'
import { PLAIN, type StepDefinition } from '../step-definition.ts'
import { common } from '../step-parts.ts'

const schema = z
  .strictObject({
    never: z
      .union(
        [
          z.strictObject({ picture: z.string().min(1).describe('a base64 PNG, compared by its pixels') }),
          z.strictObject({ text: z.string().min(1).describe('a text, also as a part of another one') }),
        ],
        { error: 'never is { picture: base64 } or { text: words }' },
      )
      .describe('what no player may be sent'),
    ...common,
  })
  .meta({
    id: 'never-step',
    description:
      'From this step on, fails each step in which a player is sent this, in any reply or socket message. ' +
      'Replies to calls with the admin key are not watched.',
  })
export type NeverStep = z.infer<typeof schema>

export const neverStep: StepDefinition<NeverStep> = {
  ...PLAIN,
  schema,
  title: ({ never }) => ({ who: '', what: `never ${Object.keys(never)[0]}` }),
  example: `
- { bot: ann, do: play-turn, capture: { drawing: $.picture } }
- { bot: ben, do: play-turn }
- { never: { picture: "\${drawing}" } }
- { never: { text: "no player says this" } }
- { bot: cat, do: today }
`,
}
