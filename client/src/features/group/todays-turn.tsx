import { Play, Sparkles } from 'lucide-react'
import { PATHS, resultsPath } from '../../paths.ts'
import { useUser } from '../../session/session-store.ts'
import { useToday } from '../../turn/today.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './todays-turn.module.css'

/** What comes next in the group's game today: a button if the player can do something, else whose turn it is. */
export function TodaysTurn() {
  const { data: today } = useToday()
  const isSuspended = useUser()?.suspension !== undefined
  if (!today || today.gameType === 'public' || isSuspended) return null
  if (today.status === 'completed' && today.gameId !== null) {
    return (
      <ButtonLink
        to={resultsPath(today.gameId)}
        tone="primary"
        size="large"
        wide
        icon={<Sparkles aria-hidden />}
      >
        Results
      </ButtonLink>
    )
  }
  if (!today.hasGame || today.canStartTurn || today.yourStatus === 'playing') {
    // Home has the start of a game and of a turn that is running.
    const to = today.hasGame && today.yourStatus !== 'playing' ? PATHS.ready : PATHS.home
    return (
      <ButtonLink to={to} tone="primary" size="large" wide icon={<Play aria-hidden />}>
        {today.yourStatus === 'playing' ? 'Back to your turn' : "Play today's word"}
      </ButtonLink>
    )
  }
  const { currentTurn } = today
  const now = currentTurn && `${currentTurn.username} is ${currentTurn.type} right now.`
  const you = today.yourStatus === 'pending' ? 'You can play after that.' : 'Your turn is over for today.'
  return <p className={styles.status}>{[now, you].filter(Boolean).join(' ')}</p>
}
