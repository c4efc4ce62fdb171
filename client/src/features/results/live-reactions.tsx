import { ApiError } from '@inkling/mock-server/contract/api-error'
import { Notice } from '../../ui/notice.tsx'
import { useReactionSocket } from './use-reaction-socket.ts'
import { useGameReactions } from './use-reactions.ts'

/** Updates the reactions of a game live while rendered. Reports once for all steps if they cannot be loaded. */
export function LiveReactions({ gameId }: { gameId: string }) {
  useReactionSocket(gameId)
  const { error } = useGameReactions(gameId)
  return error && <Notice tone="red">{problemText(error)}</Notice>
}

/** Spec section 8: names the status of a response; a lost connection has none. */
const problemText = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to fetch reactions: ${error.statusText || error.message}`
    : 'Failed to load reactions'
