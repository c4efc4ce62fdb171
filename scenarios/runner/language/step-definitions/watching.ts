import * as z from 'zod'
import { defineStep } from '../step-definition.ts'
import { botReference, capture, expectation, fields, waitingTime } from '../step-parts.ts'

/* What players are sent. */

export const socketStep = defineStep({
  description:
    'Listens to the reactions to a game, waits for the next message or the close, or stops listening.',
  keys: {
    socket: z
      .enum(['reactions', 'close'])
      .describe('without expect: start or stop listening; with expect: the next message'),
    as: botReference,
    with: fields.optional().describe('gameId, if it is not the bot’s own game'),
    expect: expectation.optional(),
    capture: capture.optional(),
    within: waitingTime.optional().describe('how long to wait for the message; 2s by default'),
  },
  title: ({ socket, as }) => ({ who: as, what: `socket ${socket}` }),
  needs: 'sockets',
  example: `
- { bot: [ann, ben, cat], do: play-turn }
- { socket: reactions, as: cat }
- { bot: ann, do: add-reaction, with: { stepIndex: 0, reactionType: love } }
- { socket: reactions, as: cat, within: 5s, expect: { data: { action: added, username: Ann } } }
- { socket: close, as: cat }
- { socket: reactions, as: cat, with: { token: nonsense }, expect: { closed: 4401 } }
`,
})

export const checkStep = defineStep({
  description:
    'Checks what every bot is sent against what the bots did before: one turn at a time, entries never change, nothing is lost, nothing leaks.',
  keys: {
    check: z.literal('rules').describe("must be 'rules'"),
  },
  title: ({ check }) => ({ who: check, what: 'check' }),
  example: `
- { bot: [ann, ben], do: play-turn }
- { check: rules }
`,
})

export const neverStep = defineStep({
  description:
    'From this step on, fails each step in which a player is sent this, in any reply or socket message. ' +
    'Replies to calls with the admin key are not watched.',
  keys: {
    never: z
      .union(
        [
          z.strictObject({ picture: z.string().min(1).describe('a base64 PNG, compared by its pixels') }),
          z.strictObject({ text: z.string().min(1).describe('a text, also as a part of another one') }),
        ],
        { error: 'never is { picture: base64 } or { text: words }' },
      )
      .describe('what no player may be sent'),
  },
  title: ({ never }) => ({ who: '', what: `never ${Object.keys(never)[0]}` }),
  example: `
- { bot: ann, do: play-turn, capture: { drawing: $.picture } }
- { bot: ben, do: play-turn }
- { never: { picture: "\${drawing}" } }
- { never: { text: "no player says this" } }
- { bot: cat, do: today }
`,
})
