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

/** A short description of an event. */
export function eventText(event: ServerEvent, { names, games }: Pick<Watched, 'names' | 'games'>): string {
  const who = event.username ?? names.get(event.userId ?? '') ?? event.userId?.slice(0, 8) ?? 'somebody'
  const game = games.find(({ id }) => id === event.gameId)
  const where = game ? ` · ${game.name}` : ''
  switch (event.type) {
    case 'day-started':
      return `the day ${event.day ?? ''} begins`
    case 'roll-over':
      return `${counted(event.gamesCreated ?? 0, 'game')} created, ${event.gamesCompleted ?? 0} completed`
    case 'clock-was-ahead':
      return `the clock was ahead: ${event.latestDay ?? 'a later day'} had already started`
    case 'world-replaced':
      return 'the world was replaced'
    case 'game-created':
      return `a game begins${where}`
    case 'game-completed':
      return `the game is over${where}`
    case 'player-joined':
      return `${who} joins${where}`
    case 'player-left':
      return `${who} leaves${where}`
    case 'turn-started':
      return `${who} ${event.turn === 'drawing' ? 'draws' : 'guesses'} now${where}`
    case 'guess-made':
      return `${who} tries ${event.attempt?.guess ?? ''} ${event.attempt?.score ?? 0}%${where}`
    case 'turn-ended':
      return `${who} ${event.outcome === 'completed' ? 'is done' : 'is skipped'}${where}`
    case 'reported':
      return `something of ${who} is reported${where}`
    case 'report-taken-back':
      return `a report of something of ${who} is taken back${where}`
    case 'decided':
      return `a moderator decides about ${who}`
    case 'signed-out':
      return `${who} is signed out`
    case 'turn-freed':
      return `the turn of ${who} is free again${where}`
    case 'reaction':
      return `${who} reacts${where}`
    default:
      return `${event.type}${where}`
  }
}
