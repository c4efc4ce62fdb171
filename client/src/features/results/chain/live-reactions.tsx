import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { Notice } from '../../../ui/dialogs/notice.tsx'
import { useReactionSocket } from './use-reaction-socket.ts'
import { useGameReactions } from './use-reactions.ts'

/** A socket may die without being closed, so the reactions are also loaded regularly. */
const REFETCH_MS = 30_000

/** Updates the reactions of a game live while rendered. Reports a failed load once for all steps. */
export function LiveReactions({ gameId }: { gameId: string }) {
  useReactionSocket(gameId)
  const { error } = useGameReactions(gameId, REFETCH_MS)
  return error && <Notice tone="red">{problemText(error)}</Notice>
}

/** Contains the status text of a response; a lost connection has none. */
const problemText = (error: Error): string =>
  error instanceof ApiError
    ? `Failed to fetch reactions: ${error.statusText || error.message}`
    : 'Failed to load reactions'
