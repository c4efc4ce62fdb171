import type { DecisionAction } from '@inkling/mock-server/contract/schemas/moderation'
import { counted } from '@inkling/scenarios/text/counted'
import { connect } from '../../calls/connect.ts'
import { commandLine, wordsWithoutSecrets } from '../../command-line/command-words.ts'
import { triggerDaily } from '../../commands/days/daily.ts'
import { completeGame, type GameToComplete } from '../../commands/days/games.ts'
import type { Decided, DecisionOptions, Decisions } from '../../commands/players/moderation.ts'
import { decisionText } from '../../commands/players/moderation-text.ts'
import type { Settings } from '../../settings/settings.ts'
import type { ConsoleAction } from '../state/state.ts'

/* The actions of single keys: an operation, and the equivalent command. */

export const daily = (settings: Settings): ConsoleAction =>
  action(settings, ['daily', 'trigger'], async (confirmed) => {
    const { date, gamesCreated, gamesCompleted } = await triggerDaily(confirmed)
    return `${date}: ${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`
  })

export const mock = (settings: Settings, userId: string, daysAgo: number): ConsoleAction =>
  action(settings, ['game', 'mock', userId, '--days-ago', String(daysAgo)], async (confirmed) => {
    const { gameId, date } = await connect(confirmed).createMockGame({ body: { userId, daysAgo } })
    return `game ${gameId} of ${date}`
  })

export function complete(settings: Settings, which: GameToComplete): ConsoleAction {
  const [[kind = '', id = ''] = []] = Object.entries(which)
  const words = ['game', 'complete', ...(kind === 'game' ? [] : [`--${kind}`]), id]
  return action(settings, words, async (confirmed) => {
    const { gameId, turnsFilled } = await completeGame(confirmed, which)
    return `game ${gameId} is completed: ${counted(turnsFilled, 'turn')} filled`
  })
}

export const regenerate = (settings: Settings, userId: string): ConsoleAction =>
  action(settings, ['history', 'regenerate', userId], async (confirmed) => {
    const { entries } = await connect(confirmed).regenerateHistory({ body: { userId } })
    return counted(entries, 'entry', 'entries')
  })

/** @param run gets settings for one action: it is confirmed, so it does not ask again, and the audit log names the command. */
const action = (
  settings: Settings,
  words: readonly string[],
  run: (confirmed: Settings) => Promise<string>,
): ConsoleAction => ({ words, run: () => run(confirmedFor(settings, words)) })

export const confirmedFor = (settings: Settings, words: readonly string[]): Settings => ({
  ...settings,
  writes: { value: true, source: 'consent' },
  command: commandLine(wordsWithoutSecrets(words)),
})

/** The command of a decision. */
export function decisionWords(
  action: DecisionAction,
  subjects: readonly Decided[],
  { days, everything, note }: DecisionOptions,
): string[] {
  // A report that was never decided needs no version.
  const version = (subjects.length === 1 && subjects[0]?.version) || null
  return [
    ...['moderation', action],
    ...subjects.flatMap((each) => ('userId' in each ? ['--player', each.userId] : [])),
    ...subjects.flatMap((each) => ('reportId' in each ? [each.reportId] : [])),
    ...(days === undefined ? [] : ['--days', String(days)]),
    ...(note === undefined ? [] : ['--note', note]),
    ...(everything ? ['--everything'] : []),
    ...(version === null ? [] : ['--if-version', String(version)]),
  ]
}

/** What became of a decision, in one sentence each. */
export function outcomeText({ decisions, refused }: Decisions, timeZone = 'UTC'): string {
  const [only] = decisions
  const texts = decisions.length === 1 && only ? [decisionText(only, timeZone)] : []
  if (decisions.length > 1 && only) texts.push(`${only.action}: ${counted(decisions.length, 'decision')}`)
  const whys = new Set(refused.map(({ message }) => message.split('. To decide', 1)[0] ?? message))
  return [...texts, ...whys].join('. ')
}
