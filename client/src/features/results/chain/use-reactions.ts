import type { ReactionType } from '@inkling/mock-server/contract/schemas/reactions'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../session/server/api.ts'
import { QUERY, queryClient } from '../../../session/server/query-client.ts'
import { useUser } from '../../../session/session-store.ts'
import { ownReaction, reactionsOf, withOwn, withStep } from './reactions.ts'

/** All reactions to a game. @param refetchMs how often to load them again; by default they are not */
export function useGameReactions(gameId: string, refetchMs?: number) {
  return useQuery({
    queryKey: QUERY.reactions(gameId),
    queryFn: async ({ signal }) => (await api.getReactions({ params: { gameId } }, { signal })).stepReactions,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : (refetchMs ?? false)),
  })
}

/** Reacts optimistically, then applies the server's response, or reloads after a failure. */
export function useReact(gameId: string, stepIndex: number) {
  const username = useUser()?.username ?? ''
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(0)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  /** Whether a load was cancelled, so that reactions of others may be missing. */
  const isStopped = useRef(false)
  const key = QUERY.reactions(gameId)
  /** Cancels a running load, which may be from before the player's reaction. */
  const stopLoading = () => {
    isStopped.current ||= queryClient.isFetching({ queryKey: key }) > 0
    return queryClient.cancelQueries({ queryKey: key })
  }
  const read = () => queryClient.getQueryData<ReturnType<typeof withStep>>(key) ?? []

  const react = async (reactionType: ReactionType): Promise<void> => {
    const isRemoval = ownReaction(reactionsOf(read(), stepIndex)) === reactionType
    setError(null)
    latest.current += 1
    const tap = latest.current
    await stopLoading()
    queryClient.setQueryData(key, withOwn(read(), stepIndex, reactionType, username))
    try {
      // Sequential, because concurrent calls could arrive in the wrong order.
      const call = before.current.then(() =>
        isRemoval
          ? api.removeReaction({ params: { gameId, stepIndex } })
          : api.addReaction({ params: { gameId }, body: { stepIndex, reactionType } }),
      )
      before.current = call.catch(() => {})
      const step = await call
      // The response to an earlier tap does not include a later one, which is already displayed.
      if (tap !== latest.current) return
      await stopLoading()
      queryClient.setQueryData(key, withStep(read(), step.stepIndex, step.reactions))
      if (!isStopped.current) return
      isStopped.current = false
      await queryClient.invalidateQueries({ queryKey: key })
    } catch (failure) {
      console.info('The reaction was not saved:', failure)
      setError(isRemoval ? 'Failed to remove reaction' : 'Failed to add reaction')
      await queryClient.invalidateQueries({ queryKey: key })
    }
  }
  return { react, error }
}
