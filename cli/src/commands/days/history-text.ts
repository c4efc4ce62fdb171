import type { History } from '@inkling/mock-server/contract/schemas/user'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'

/** One line per game, and a summary. */
export function historyText({ entries, summary, nextBefore }: History, { paint }: Page): string {
  const rows = entries.map(({ date, word, completed, myEntries, gameId }) => [
    date,
    completed ? 'completed' : 'in progress',
    word ?? '',
    myEntries.map(({ type, content }) => (type === 'guess' ? `guessed ${content}` : 'drew')).join(', '),
    gameId,
  ])
  return [
    table(['date', 'status', 'word', 'played', 'game id'], rows, paint),
    '',
    `${counted(summary.daysPlayed, 'day')}, played on ${summary.participated}`,
    ...(nextBefore === null ? [] : [paint('dim', `older games: --before ${nextBefore}`)]),
  ].join('\n')
}
