import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { nearnessText } from '@inkling/mock-server/contract/nearness'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { type Tier, tierOf } from '@inkling/mock-server/contract/score-tiers'
import { type Streak, streakText } from '../../../day/calendar-days.ts'
import { dateText } from '../../../day/day-text.ts'

const SQUARE: Record<Tier<'badge'>, string> = { green: '🟩', yellow: '🟨', orange: '🟧', grey: '⬛' }
const DOTS = 5

/**
 * The chain without its word and guesses: a line of emoji per step (a pencil for a drawing, an eye and the score tier
 * for a guess), the player's streak and the link.
 */
export function spoilerFreeText(
  { date, chain, similarityScore, finalGuess }: GameResults,
  streak: Streak,
  url: string,
): string {
  // Each guess is compared with what was drawn for it, so the squares alone do not tell how the chain ended.
  const ending =
    finalGuess === null
      ? 'nobody guessed'
      : `${nearnessText(similarityScore).toLowerCase()}, as close as ${similarityScore}%`
  const head = `${PRODUCT}, ${dateText(date)}: ${ending}`
  const flame = streak.days > 0 ? [`🔥 ${streakText(streak)}`] : []
  return [head, ...chain.map(stepLine), ...flame, url].join('\n')
}

function stepLine({ type, similarityScore = 0 }: ChainStep): string {
  if (type === 'drawing') return '✏️'
  const near = tierOf('dots', similarityScore)
  return `👁️ ${SQUARE[tierOf('badge', similarityScore)].repeat(near)}${'⬜'.repeat(DOTS - near)}`
}
