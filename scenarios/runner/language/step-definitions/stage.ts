import { gameStatus, playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod'
import { botAs, PLAIN, type StepDefinition } from '../step-definition.ts'
import { botReference, common } from '../step-parts.ts'

const schema = z
  .strictObject({
    stage: z
      .strictObject({
        turnType: z.enum([...turnType.options, 'random']).describe('the kind of the next turn'),
        gameStatus: z.enum(gameStatus.options).describe('the status of the game'),
        turnStatus: z.enum(playerStatus.options).describe('the status of the player'),
        inGroup: z.boolean().describe('whether it is a group game or a public one'),
        groupSize: z.int().min(1).max(10).describe('the number of players'),
        difficulty: z.enum(['easy', 'hard']).describe('how hard the word is'),
      })
      .partial()
      .describe('the state; fields that are left out are chosen at random'),
    as: botReference,
    ...common,
  })
  .meta({
    id: 'stage-step',
    description: "Puts a player's game today into a given state, as the debug menu does.",
  })
export type StageStep = z.infer<typeof schema>

export const stageStep: StepDefinition<StageStep> = {
  ...PLAIN,
  schema,
  title: ({ as }) => ({ who: as, what: 'stage' }),
  needs: 'controls',
  bots: botAs,
  example: `
- { stage: { turnType: guess, turnStatus: playing, groupSize: 4 }, as: ann }
- { bot: ann, do: start-turn, expect: { type: guess } }
- { stage: { inGroup: false, gameStatus: completed, difficulty: hard }, as: ben }
- { bot: ben, do: today, expect: { gameType: public, status: completed } }
`,
}
