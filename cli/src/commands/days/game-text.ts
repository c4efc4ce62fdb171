import { linksOf } from '@inkling/mock-server/contract/chain-links'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { History } from '@inkling/mock-server/contract/schemas/user'
import { counted } from '@inkling/scenarios/text/counted'
import { minuteIn } from '../../output/game-time.ts'
import type { Page, PageInZone } from '../../output/printer.ts'
import { scoreColor } from '../../output/style.ts'
import { table, width } from '../../output/table.ts'
import { drawing } from '../../output/terminal-drawing.ts'
import type { ShownGame } from './games.ts'

interface Chain {
  readonly word: string
  readonly chain: readonly ChainStep[]
}

/** One line per step of a chain: player, drawing or guess, score. */
export function chainLines({ word, chain }: Chain, page: Page, draw: boolean): string[] {
  const { paint } = page
  const names = Math.max(...chain.map(({ username }) => width(username)), 0)
  return linksOf({ word, chain }).flatMap(({ step, prompt }) => {
    const number = paint('dim', String(step.stepIndex + 1).padStart(3))
    const name = step.username + ' '.repeat(names - width(step.username))
    const head = `${number}  ${name}  ${step.type === 'drawing' ? 'drew   ' : 'guessed'}  ${saidIn(step, prompt, page)}`
    const picture = draw ? step.content.drawing : undefined
    return picture === undefined ? [head] : [head, indented(drawing(picture, page))]
  })
}

function saidIn({ content, similarityScore, timeSpent }: ChainStep, prompt: string, { paint }: Page): string {
  const time = paint('dim', `${timeSpent} s`)
  if (content.guess === undefined) return `${paint('bold', prompt)}  ${time}`
  return `${paint('bold', content.guess)}  ${score(similarityScore ?? 0, paint)}  ${time}`
}

/** The result of a game in one line. */
export function verdict(
  { word, finalGuess, similarityScore, matchType }: GameResults,
  { paint }: Page,
): string {
  if (finalGuess === null) return `${paint('bold', word)} was never guessed`
  return `${paint('bold', word)} became ${paint('bold', finalGuess)}: ${score(similarityScore, paint)} ${matchType}`
}

export const score = (value: number, paint: Page['paint']): string => paint(scoreColor(value), `${value}%`)

export const indented = (text: string): string => text.replace(/^/gm, '     ')

export function gameText(shown: ShownGame, page: PageInZone, draw: boolean): string {
  const head = (id: string, date: string) => page.paint('dim', `game ${id} of ${date}`)
  if (shown.completed) {
    const { results } = shown
    const chain = chainLines(results, page, draw)
    return [head(results.gameId, results.date), '', ...chain, '', verdict(results, page)].join('\n')
  }
  const { state, day, word, waitingFor, playing } = shown
  const chain = chainLines(shown, page, draw)
  const timeIn = (instant: string) => minuteIn(instant, page.zone).slice(11)
  const turn = playing
    ? `${page.paint('bold', playing.username)} is ${playing.type} since ${timeIn(playing.since)} until ${timeIn(playing.until)}; `
    : ''
  const waiting = waitingFor.filter((name) => name !== playing?.username)
  const rest = waiting.length > 0 ? waitingText(waiting) : 'nobody else has to play'
  const end = `the word is ${page.paint('bold', word)}, and the game is open: ${turn}${rest}`
  return [head(String(state.id), day), '', ...chain, ...(chain.length > 0 ? [''] : []), end].join('\n')
}

/** @param names the players of an open game who have not played. */
export function waitingText(names: readonly string[]): string {
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} not played`
}

export function todayText(today: Today, page: Page): string {
  const { paint } = page
  if (!today.hasGame) return 'There is no game today.'
  const { gameId, status, gameType, group, currentTurn, yourStatus, word, participants } = today
  const head = `${paint('bold', group?.name ?? 'Public game')}  ${status}  ${paint('dim', `${gameType} game ${gameId}`)}`
  const you = `you: ${yourStatus}${word === null ? '' : `, your word is ${paint('bold', word)}`}`
  const turn = currentTurn ? `${currentTurn.username} is ${currentTurn.type}` : 'nobody holds the turn'
  const rows = participants.map(({ username, status: theirs, userId }) => [username, theirs, userId])
  return [head, `${you}; ${turn}`, '', table(['player', 'status', 'user id'], rows, paint)].join('\n')
}

/** The history of a player: one line per game, and a summary. */
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
