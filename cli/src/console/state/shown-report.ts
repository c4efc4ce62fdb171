import type { InspectedReport } from '@inkling/mock-server/contract/schemas/moderation'
import { promptsOf } from '../../output/text-game.ts'
import type { ShownReport } from './moderation-view.ts'

/* A report as it was read, in the form that the console shows. */

const keyOf = (reportId: string, step: number) => `report ${reportId} ${step}`

/** Base64 PNGs of its chain by the key of a step. */
export const picturesOf = ({ report, chain }: InspectedReport): ReadonlyMap<string, string> =>
  new Map(
    chain.flatMap(({ content }, at) =>
      content.drawing === undefined ? [] : [[keyOf(report.reportId, at), content.drawing] as const],
    ),
  )

export function shownReport({ report, game, chain, decisions }: InspectedReport): ShownReport {
  const prompts = promptsOf({ word: game.word, chain })
  return {
    report,
    kind: game.kind,
    decisions,
    game: {
      id: game.gameId,
      day: game.date,
      name: game.date,
      word: game.word,
      status: game.completed ? 'completed' : 'active',
      players: [],
      turn: null,
      createdAt: null,
      completedAt: null,
      steps: chain.map(({ username, type, content, similarityScore, timeSpent }, at) => ({
        name: username,
        type: type === 'drawing' ? ('drawing' as const) : ('guess' as const),
        said: content.guess ?? prompts[at] ?? '',
        score: type === 'guessing' ? (similarityScore ?? 0) : null,
        timeSpent,
        at: null,
        picture: content.drawing === undefined ? null : keyOf(report.reportId, at),
      })),
    },
  }
}
