import { counted } from '@inkling/scenarios/text/counted'
import type { ServerEvent } from '../../calls/event-stream.ts'
import type { Watched } from './watched.ts'

/** A time of the server, in the time zone of the game day. */
export function timeOf(instant: string, timeZone = 'UTC', withSeconds = true): string {
  return new Date(instant).toLocaleTimeString('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
  })
}

interface Happened extends ServerEvent {
  readonly who: string
  /** The game, after a dot; empty if it is not known. */
  readonly where: string
}

const TEXTS: Readonly<Record<string, (event: Happened) => string>> = {
  'day-started': ({ day = '' }) => `the day ${day} begins`,
  'roll-over': ({ gamesCreated = 0, gamesCompleted = 0 }) =>
    `${counted(gamesCreated, 'game')} created, ${gamesCompleted} completed`,
  'clock-was-ahead': ({ latestDay = 'a later day' }) =>
    `the clock was ahead: ${latestDay} had already started`,
  'world-replaced': () => 'the world was replaced',
  'game-created': ({ where }) => `a game begins${where}`,
  'game-completed': ({ where }) => `the game is over${where}`,
  'player-joined': ({ who, where }) => `${who} joins${where}`,
  'player-left': ({ who, where }) => `${who} leaves${where}`,
  'turn-started': ({ who, turn, where }) => `${who} ${turn === 'drawing' ? 'draws' : 'guesses'} now${where}`,
  'guess-made': ({ who, attempt, where }) =>
    `${who} tries ${attempt?.guess ?? ''} ${attempt?.score ?? 0}%${where}`,
  'turn-ended': ({ who, outcome, where }) =>
    `${who} ${outcome === 'completed' ? 'is done' : 'is skipped'}${where}`,
  reported: ({ who, where }) => `something of ${who} is reported${where}`,
  'report-taken-back': ({ who, where }) => `a report of something of ${who} is taken back${where}`,
  decided: ({ who }) => `a moderator decides about ${who}`,
  'signed-out': ({ who }) => `${who} is signed out`,
  'turn-freed': ({ who, where }) => `the turn of ${who} is free again${where}`,
  reaction: ({ who, where }) => `${who} reacts${where}`,
}

/** A short description of an event. */
export function eventText(event: ServerEvent, { names, games }: Pick<Watched, 'names' | 'games'>): string {
  const who = event.username ?? names.get(event.userId ?? '') ?? event.userId?.slice(0, 8) ?? 'somebody'
  const game = games.find(({ id }) => id === event.gameId)
  const where = game ? ` · ${game.name}` : ''
  const text = Object.hasOwn(TEXTS, event.type) ? TEXTS[event.type] : undefined
  return text?.({ ...event, who, where }) ?? `${event.type}${where}`
}
