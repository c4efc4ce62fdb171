import type { Simulation } from '@inkling/scenarios/simulate/simulate'
import type { Summary } from '@inkling/scenarios/simulate/tally'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'

const BAR = 40

export function simulationText(
  { summary, violations, days, seed }: Simulation & { seed: string },
  page: Page,
): string {
  const { paint } = page
  const { games, completedInTime, turnsPlayed, turnsMissed } = summary
  return [
    `${paint('bold', `${counted(games, 'game')} in ${counted(days, 'day')}`)}  ${paint('dim', `seed ${seed}`)}`,
    `${percent(completedInTime, games)} were completed before midnight; ${percent(turnsMissed, turnsPlayed + turnsMissed)} of all turns were missed`,
    '',
    ...driftText(summary, page),
    ...scoresText(summary, page),
    ...wordsText(summary, page),
    ...violations.map((violation) => paint('red', `✗ ${violation}`)),
  ].join('\n')
}

function driftText({ drift }: Summary, { paint }: Page): string[] {
  if (drift.length === 0) return []
  const rows = drift.map(({ guesses, games, meanScore, survived }) => [
    String(guesses),
    String(games),
    `${Math.round(meanScore)}%`,
    `${Math.round(survived * 100)}%`,
  ])
  return [
    paint('bold', 'How the meaning drifts'),
    table(['guesses in the chain', 'games', 'mean score at the end', 'word survived'], rows, paint),
    '',
  ]
}

function scoresText({ scores }: Summary, { paint }: Page): string[] {
  const max = Math.max(...scores)
  if (max === 0) return []
  const rows = scores.map((count, band) => {
    const label = band === 10 ? '100' : `${band * 10}-${band * 10 + 9}`
    const bar = '█'.repeat(Math.round((count / max) * BAR))
    return `${label.padStart(7)}  ${paint(band >= 9 ? 'green' : band >= 7 ? 'yellow' : 'dim', bar.padEnd(BAR))} ${count}`
  })
  return [paint('bold', 'Scores of guesses'), ...rows, '']
}

function wordsText({ hardestWords }: Summary, { paint }: Page): string[] {
  if (hardestWords.length === 0) return []
  const rows = hardestWords.map(({ word, games, meanScore }) => [
    word,
    String(games),
    `${Math.round(meanScore)}%`,
  ])
  return [paint('bold', 'Words that survive least'), table(['word', 'games', 'mean score'], rows, paint)]
}

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%`
