import * as z from 'zod'
import { botAs, PLAIN, type StepDefinition } from '../step-definition.ts'
import { botReference, capture, common, expectation, fields, waitingTime } from '../step-parts.ts'

const schema = z
  .strictObject({
    socket: z
      .enum(['reactions', 'close'])
      .describe('without expect: start or stop listening; with expect: the next message'),
    as: botReference,
    with: fields.optional().describe('gameId, if it is not the bot’s own game'),
    expect: expectation.optional(),
    capture: capture.optional(),
    within: waitingTime.optional().describe('how long to wait for the message; 2s by default'),
    ...common,
  })
  .meta({
    id: 'socket-step',
    description:
      'Listens to the reactions to a game, waits for the next message or the close, or stops listening.',
  })
export type SocketStep = z.infer<typeof schema>

export const socketStep: StepDefinition<SocketStep> = {
  ...PLAIN,
  schema,
  title: ({ socket, as }) => ({ who: as, what: `socket ${socket}` }),
  needs: 'sockets',
  bots: botAs,
  captures: ({ capture }) => capture,
  check: (step, check) => check.socketMessage(step),
  example: `
- { bot: [ann, ben, cat], do: play-turn }
- { socket: reactions, as: cat }
- { bot: ann, do: add-reaction, with: { stepIndex: 0, reactionType: love } }
- { socket: reactions, as: cat, within: 5s, expect: { data: { action: added, username: Ann } } }
- { socket: close, as: cat }
- { socket: reactions, as: cat, with: { token: nonsense }, expect: { closed: 4401 } }
`,
}
