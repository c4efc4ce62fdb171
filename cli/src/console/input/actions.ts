import type { Action as Decision } from '@inkling/mock-server/contract/schemas/moderation'
import { counted } from '@inkling/scenarios/text/counted'
import { commandLine, wordsWithoutSecrets } from '../../command-line/command-words.ts'
import { triggerDaily } from '../../operations/days/daily.ts'
import { completeGame, type GameToComplete, mockGame } from '../../operations/days/games.ts'
import { regenerateHistory } from '../../operations/days/history.ts'
import { decide, type Subject } from '../../operations/players/moderation.ts'
import { decisionText } from '../../output/texts/text-moderation.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Action } from '../state/state.ts'

/* The actions of single keys: an operation, and the equivalent command. */

export const daily = (settings: Settings): Action => {
  const words = ['daily', 'trigger']
  return {
    words,
    async run() {
      const { date, gamesCreated, gamesCompleted } = await triggerDaily(confirmed(settings, words))
      return `${date}: ${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`
    },
  }
}

export const mock = (settings: Settings, userId: string, daysAgo: number): Action => {
  const words = ['game', 'mock', userId, '--days-ago', String(daysAgo)]
  return {
    words,
    async run() {
      const { gameId, date } = await mockGame(confirmed(settings, words), userId, daysAgo)
      return `game ${gameId} of ${date}`
    },
  }
}

export const complete = (settings: Settings, which: GameToComplete): Action => {
  const [[kind = '', id = ''] = []] = Object.entries(which)
  const words = ['game', 'complete', ...(kind === 'game' ? [] : [`--${kind}`]), id]
  return {
    words,
    async run() {
      const { gameId, turnsFilled } = await completeGame(confirmed(settings, words), which)
      return `game ${gameId} is completed: ${counted(turnsFilled, 'turn')} filled`
    },
  }
}

export const regenerate = (settings: Settings, userId: string): Action => {
  const words = ['history', 'regenerate', userId]
  return {
    words,
    async run() {
      const { entries } = await regenerateHistory(confirmed(settings, words), userId)
      return counted(entries, 'entry', 'entries')
    },
  }
}

/** A moderator's decision. */
export const decision = (
  settings: Settings,
  action: Decision,
  subject: Exclude<Subject, { gameId: string }>,
  { days, everything }: { days?: number; everything?: boolean } = {},
): Action => {
  const about = 'reportId' in subject ? [subject.reportId] : ['--player', subject.userId]
  const words = [
    ...['moderation', action, ...about],
    ...(days === undefined ? [] : ['--days', String(days)]),
    ...(everything ? ['--everything'] : []),
  ]
  return {
    words,
    run: async () =>
      decisionText(
        await decide(confirmed(settings, words), action, subject, {
          ...(days !== undefined && { days }),
          ...(everything && { everything }),
        }),
      ),
  }
}

/**
 * Settings for one action: it was already confirmed, so it does not ask again, and the audit log names the command.
 */
const confirmed = (settings: Settings, words: readonly string[]): Settings => ({
  ...settings,
  writes: { value: true, source: 'consent' },
  command: commandLine(wordsWithoutSecrets(words)),
})
