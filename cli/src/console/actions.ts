import { triggerDaily } from '../operations/daily.ts'
import { completeGame, type GameToComplete, mockGame } from '../operations/games.ts'
import { regenerateHistory } from '../operations/history.ts'
import type { Settings } from '../settings.ts'
import type { Action } from './state.ts'

/** What single keys do: the operation of a command, and that command. */
export const daily = (settings: Settings): Action => ({
  words: ['daily', 'trigger'],
  async run() {
    const { date, gamesCreated, gamesCompleted } = await triggerDaily(settings)
    return `${date}: ${gamesCreated} games created, ${gamesCompleted} completed`
  },
})

export const mock = (settings: Settings, userId: string, daysAgo: number): Action => ({
  words: ['game', 'mock', '--user', userId, '--days-ago', String(daysAgo)],
  async run() {
    const { gameId, date } = await mockGame(settings, userId, daysAgo)
    return `game ${gameId} of ${date}`
  },
})

export const complete = (settings: Settings, which: GameToComplete): Action => ({
  words: ['game', 'complete', ...Object.entries(which).flatMap(([name, id]) => [`--${name}`, id])],
  async run() {
    const { gameId, turnsFilled } = await completeGame(settings, which)
    return `game ${gameId} is completed: ${turnsFilled} turns were filled`
  },
})

export const regenerate = (settings: Settings, userId: string): Action => ({
  words: ['history', 'regenerate', '--user', userId],
  async run() {
    const { entries } = await regenerateHistory(settings, userId)
    return `${entries} entries`
  },
})
