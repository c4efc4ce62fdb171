import type { InspectedReport } from '@inkling/mock-server/contract/schemas/moderation'
import { stepsOf } from '../watch/watched-games.ts'
import type { ShownReport } from './moderation-view.ts'

/* A report as it was read, in the form that the console shows. */

const keyOf = (reportId: string, step: number) => `report ${reportId} ${step}`

/** Base64 PNGs of its chain by the key of a step. */
export const picturesOf = ({ report, chain }: InspectedReport): ReadonlyMap<string, string> =>
  new Map(
    chain.flatMap(({ content, stepIndex }) =>
      content.drawing === undefined ? [] : [[keyOf(report.reportId, stepIndex), content.drawing] as const],
    ),
  )

export function shownReport({ report, game, chain, decisions }: InspectedReport): ShownReport {
  return {
    report,
    kind: game?.kind ?? null,
    decisions,
    game: game && {
      id: game.gameId,
      day: game.date,
      name: game.date,
      word: game.word,
      status: game.completed ? 'completed' : 'active',
      players: [],
      turn: null,
      createdAt: null,
      completedAt: null,
      steps: stepsOf({ word: game.word, chain }, ({ stepIndex }) => keyOf(report.reportId, stepIndex)),
    },
  }
}
