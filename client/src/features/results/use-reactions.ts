import type { ReactionType } from '@inkling/mock-server/contract/schemas/reactions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../session/api.ts'
import { QUERY } from '../../session/query-client.ts'
import { useUser } from '../../session/session-store.ts'
import { ownReaction, reactionsOf, withOwn, withStep } from './reactions.ts'

/** All reactions to a game. */
export function useGameReactions(gameId: string) {
  return useQuery({
    queryKey: QUERY.reactions(gameId),
    queryFn: async ({ signal }) => (await api.getReactions({ params: { gameId } }, { signal })).stepReactions,
  })
}

/** Reacting: shown at once, put right when the server answers, asked for anew when it refuses (spec section 4). */
export function useReact(gameId: string, stepIndex: number) {
  const client = useQueryClient()
  const username = useUser()?.username ?? ''
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(0)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const key = QUERY.reactions(gameId)
  const read = () => client.getQueryData<ReturnType<typeof withStep>>(key) ?? []

  const react = async (reactionType: ReactionType): Promise<void> => {
    const isRemoval = ownReaction(reactionsOf(read(), stepIndex)) === reactionType
    setError(null)
    latest.current += 1
    const tap = latest.current
    await client.cancelQueries({ queryKey: key })
    client.setQueryData(key, withOwn(read(), stepIndex, reactionType, username))
    try {
      // One after the other: two calls under way at once may overtake each other, and the last to arrive would stay.
      const call = before.current.then(() =>
        isRemoval
          ? api.removeReaction({ params: { gameId, stepIndex } })
          : api.addReaction({ params: { gameId }, body: { stepIndex, reactionType } }),
      )
      before.current = call.catch(() => {})
      const step = await call
      // An answer to an earlier tap knows nothing of the later one, which is shown already.
      if (tap === latest.current) client.setQueryData(key, withStep(read(), step.stepIndex, step.reactions))
    } catch (failure) {
      console.info('The reaction was not taken:', failure)
      setError(isRemoval ? 'Failed to remove reaction' : 'Failed to add reaction')
      await client.invalidateQueries({ queryKey: key })
    }
  }
  return { react, error }
}
