import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { Play, Sparkles } from 'lucide-react'
import { PATHS, resultsPath } from '../../paths.ts'
import { useUser } from '../../session/session-store.ts'
import { isDone, useToday } from '../../turn/today.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { useJumpIn } from '../../ui/use-jump-in.ts'
import styles from './play-card.module.css'

/** What the player can do today: the one obvious next step of the group's page. */
export function PlayCard() {
  const { data: today } = useToday({ poll: false })
  const isSuspended = useUser()?.suspension !== undefined
  if (!today || (isSuspended && !isDone(today))) return null
  return (
    <Scrap tone="green" className={styles.card} aria-label="Today">
      {today.hasGame ? <NextStep today={today} /> : <StartGame />}
    </Scrap>
  )
}

function StartGame() {
  const { jumpIn, isBusy } = useJumpIn('group')
  return (
    <Button
      tone="primary"
      size="large"
      wide
      icon={<Play aria-hidden />}
      busy={isBusy}
      onClick={() => void jumpIn()}
    >
      Play today's word
    </Button>
  )
}

function NextStep({ today }: { today: Today }) {
  const { status, yourStatus, currentTurn } = today
  if (status === 'completed') {
    return (
      <ButtonLink
        to={today.gameId ? resultsPath(today.gameId) : PATHS.results}
        tone="primary"
        size="large"
        wide
        icon={<Sparkles aria-hidden />}
      >
        See today's results
      </ButtonLink>
    )
  }
  if (yourStatus === 'playing' || today.canStartTurn) {
    return (
      <ButtonLink
        to={yourStatus === 'playing' ? PATHS.home : PATHS.ready}
        tone="primary"
        size="large"
        wide
        icon={<Play aria-hidden />}
      >
        {yourStatus === 'playing' ? 'Continue your turn' : "Play today's word"}
      </ButtonLink>
    )
  }
  if (isDone(today)) {
    return (
      <p className={styles.words}>
        {yourStatus === 'completed' ? 'You played today. ' : ''}Results at midnight EST.
      </p>
    )
  }
  return (
    <p className={styles.words}>
      {currentTurn ? (
        <>
          <strong translate="no">{currentTurn.username}</strong>
          <span>{` is ${currentTurn.type === 'drawing' ? 'drawing' : 'guessing'}. Your turn comes later today.`}</span>
        </>
      ) : (
        'Your turn comes later today.'
      )}
    </p>
  )
}
