import { type Attempt, type Game, hasPlayed, type Player, playerOf } from './game.ts'

type OfGame<Type extends string, More> = Readonly<{ type: Type; gameId: string } & More>
type OfPlayer<Type extends string, More = object> = OfGame<Type, { userId: string } & More>

/** Something that happened to a game, derived by comparing its states before and after. */
export type GameEvent =
  | OfGame<'game-created', { day: string; groupId: string | null }>
  | OfPlayer<'player-joined'>
  | OfPlayer<'player-left'>
  | OfPlayer<'turn-started', { turn: 'drawing' | 'guess' }>
  | OfPlayer<'guess-made', { attempt: Attempt }>
  | OfPlayer<'turn-ended', { outcome: 'completed' | 'skipped' }>
  /** An admin took a running turn back. */
  | OfPlayer<'turn-freed'>
  | OfGame<'game-completed', { day: string; groupId: string | null }>

/** The events that lead from one state of a game to a later one, in the order they happened. */
export function gameEvents(before: Game | undefined, after: Game): GameEvent[] {
  const { id: gameId, day, groupId } = after
  const events: GameEvent[] = before ? [] : [{ type: 'game-created', gameId, day, groupId }]
  const playerBefore = (userId: string): Player | undefined => before && playerOf(before, userId)

  for (const { userId } of before?.players ?? []) {
    if (!playerOf(after, userId)) events.push({ type: 'player-left', gameId, userId })
  }
  if (before) {
    for (const { userId } of after.players) {
      if (!playerBefore(userId)) events.push({ type: 'player-joined', gameId, userId })
    }
  }
  const attemptsBefore = before?.turn?.id === after.turn?.id ? (before?.turn?.attempts.length ?? 0) : 0
  for (const player of after.players) {
    const earlier = playerBefore(player.userId)
    if (earlier?.status === 'playing' && player.status === 'pending')
      events.push({ type: 'turn-freed', gameId, userId: player.userId })
    if (hasPlayed(player) && !(earlier && hasPlayed(earlier))) {
      const outcome = player.status === 'completed' ? 'completed' : 'skipped'
      events.push({ type: 'turn-ended', gameId, userId: player.userId, outcome })
    }
  }
  if (after.turn && after.turn.id !== before?.turn?.id) {
    events.push({ type: 'turn-started', gameId, userId: after.turn.userId, turn: after.turn.type })
  }
  for (const attempt of after.turn?.attempts.slice(attemptsBefore) ?? []) {
    events.push({ type: 'guess-made', gameId, userId: after.turn?.userId ?? '', attempt })
  }
  if (after.completedAt !== null && (before?.completedAt ?? null) === null) {
    events.push({ type: 'game-completed', gameId, day, groupId })
  }
  return events
}
