import { useQuery } from '@tanstack/react-query'
import { api } from '../../session/server/api.ts'
import { useTurn } from '../../turn/turn-store.ts'
import { useSecondsUntil } from '../../turn/turn-timer.ts'
import { TimeLeft } from '../../ui/turn/turn-clock.tsx'

/** The time left in the player's own turn. After a reload, only the server knows it, which answers with the same turn. */
export default function OwnTurnClock({ gameId }: { gameId: string | null }) {
  const held = useTurn(({ turn }) => (turn?.gameId === gameId ? turn : null))
  const { data } = useQuery({
    queryKey: ['own turn', gameId],
    queryFn: () => api.startTurn(),
    enabled: held === null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const end = Date.parse((held ?? data)?.expiresAt ?? '')
  const secondsLeft = useSecondsUntil(Number.isNaN(end) ? null : end)
  if (secondsLeft === null) return null
  return (
    <p>
      <TimeLeft secondsLeft={secondsLeft} /> <span>left</span>
    </p>
  )
}
