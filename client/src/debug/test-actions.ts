import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { KEY, tab } from '../platform/storage.ts'
import { api } from '../session/server/api.ts'
import { queryClient } from '../session/server/query-client.ts'
import { refreshProfile } from '../session/session.ts'

export interface Stage {
  turnType: 'random' | 'drawing' | 'guess'
  gameStatus: 'waiting' | 'active' | 'completed'
  turnStatus: 'pending' | 'playing' | 'completed' | 'skipped'
  inGroup: boolean
  groupSize: number
  difficulty: 'easy' | 'hard'
}

/** The actions of the debug menu. */
export const DEFAULT_STAGE: Stage = {
  turnType: 'random',
  gameStatus: 'active',
  turnStatus: 'pending',
  inGroup: true,
  groupSize: 5,
  difficulty: 'hard',
}

export const GROUP_SIZES = Array.from({ length: 10 }, (_, at) => String(at + 1))

/** @returns the new status, as a sentence */
export async function stageToday({ id }: UserView, stage: Stage): Promise<string> {
  const { yourStatus } = await api.stage({ body: { userId: id, ...stage } })
  await reloadEverything()
  return `Today is set: you are ${yourStatus}.`
}

interface TestAction {
  label: string
  act: (user: UserView) => Promise<string>
}

export const TEST_ACTIONS: readonly TestAction[] = [
  {
    label: 'Trigger daily games',
    act: async () => {
      const { gamesCreated, gamesCompleted } = await api.triggerDailyGames()
      await reloadEverything()
      return `Games created: ${gamesCreated}, completed: ${gamesCompleted}.`
    },
  },
  {
    label: "Make yesterday's game",
    act: async ({ id }) => {
      const { gameId } = await api.createMockGame({ body: { userId: id, daysAgo: 1 } })
      await reloadEverything()
      return `Game ${gameId} was played yesterday.`
    },
  },
  {
    label: 'Complete my game',
    act: async () => {
      await api.completeUserGame()
      await reloadEverything()
      return "Today's game is complete."
    },
  },
  {
    label: 'Regenerate my history',
    act: async ({ id }) => {
      await api.regenerateHistory({ body: { userId: id } })
      await reloadEverything()
      return 'Your history was regenerated.'
    },
  },
]

/** Reloads all data that may have changed. */
async function reloadEverything(): Promise<void> {
  tab.remove(KEY.historyCache)
  await refreshProfile()
  await queryClient.invalidateQueries()
}
