import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { DecisionAction, DecisionView } from '@inkling/mock-server/contract/schemas/moderation'
import { counted } from '@inkling/scenarios/text/counted'
import { connect } from '../../calls/connect.ts'
import { commandLine, wordsWithoutSecrets } from '../../command-line/command-words.ts'
import { triggerDaily } from '../../commands/days/daily.ts'
import { completeGame, type GameToComplete } from '../../commands/days/games.ts'
import { decide } from '../../commands/players/moderation.ts'
import { decisionText } from '../../commands/players/moderation-text.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Decided } from '../state/moderation-view.ts'
import type { ConsoleAction } from '../state/state.ts'

/* The actions of single keys: an operation, and the equivalent command. */

export const daily = (settings: Settings): ConsoleAction => {
  const words = ['daily', 'trigger']
  return {
    words,
    async run() {
      const { date, gamesCreated, gamesCompleted } = await triggerDaily(confirmed(settings, words))
      return `${date}: ${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`
    },
  }
}

export const mock = (settings: Settings, userId: string, daysAgo: number): ConsoleAction => {
  const words = ['game', 'mock', userId, '--days-ago', String(daysAgo)]
  return {
    words,
    async run() {
      const { gameId, date } = await connect(confirmed(settings, words)).createMockGame({
        body: { userId, daysAgo },
      })
      return `game ${gameId} of ${date}`
    },
  }
}

export const complete = (settings: Settings, which: GameToComplete): ConsoleAction => {
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

export const regenerate = (settings: Settings, userId: string): ConsoleAction => {
  const words = ['history', 'regenerate', userId]
  return {
    words,
    async run() {
      const { entries } = await connect(confirmed(settings, words)).regenerateHistory({ body: { userId } })
      return counted(entries, 'entry', 'entries')
    },
  }
}

/** What a decision says besides its action. */
export interface DecisionExtras {
  readonly days?: number
  readonly everything?: boolean
  readonly note?: string
}

/** The command of a decision. */
export function decisionWords(
  action: DecisionAction,
  subjects: readonly Decided[],
  { days, everything, note }: DecisionExtras,
): string[] {
  const [only] = subjects
  // A report that was never decided needs no version.
  const version = subjects.length === 1 && only && 'version' in only && only.version > 0 ? only.version : null
  return [
    ...['moderation', action],
    ...subjects.flatMap((each) => ('reportId' in each ? [each.reportId] : ['--player', each.userId])),
    ...(days === undefined ? [] : ['--days', String(days)]),
    ...(note === undefined ? [] : ['--note', note]),
    ...(everything ? ['--everything'] : []),
    ...(version === null ? [] : ['--if-version', String(version)]),
  ]
}

/** What became of a decision about several things. */
export interface DecisionOutcome {
  readonly made: readonly DecisionView[]
  readonly refused: readonly { readonly reportId: string; readonly message: string }[]
}

/** Carries a decision out about one thing after the other. One that was decided by somebody else is left out. */
export async function decideEach(
  settings: Settings,
  words: readonly string[],
  action: DecisionAction,
  subjects: readonly Decided[],
  extras: DecisionExtras,
): Promise<DecisionOutcome> {
  const given = confirmed(settings, words)
  const made: DecisionView[] = []
  const refused: DecisionOutcome['refused'][number][] = []
  for (const subject of subjects) {
    if ('userId' in subject) {
      made.push(await decide(given, action, subject, extras))
      continue
    }
    const { reportId, version } = subject
    try {
      made.push(await decide(given, action, { reportId }, { ...extras, version }))
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error
      refused.push({ reportId, message: error.message })
    }
  }
  return { made, refused }
}

/** The outcome in one sentence each. */
export function outcomeText({ made, refused }: DecisionOutcome, timeZone = 'UTC'): string {
  const [only] = made
  const texts = made.length === 1 && only ? [decisionText(only, timeZone)] : []
  if (made.length > 1 && only) texts.push(`${only.action}: ${counted(made.length, 'decision')}`)
  const whys = new Set(refused.map(({ message }) => message.split('. To decide', 1)[0] ?? message))
  return [...texts, ...whys].join('. ')
}

/**
 * Settings for one action: it was already confirmed, so it does not ask again, and the audit log names the command.
 */
const confirmed = (settings: Settings, words: readonly string[]): Settings => ({
  ...settings,
  writes: { value: true, source: 'consent' },
  command: commandLine(wordsWithoutSecrets(words)),
})
