import { useReactionSocket } from './use-reaction-socket.ts'

/** Keeps the reactions of a game live while it is rendered. */
export function LiveReactions({ gameId }: { gameId: string }) {
  useReactionSocket(gameId)
  return null
}
