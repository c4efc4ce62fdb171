import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useMutation } from '@tanstack/react-query'
import { Eye, Pencil, Play, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS, resultsPath, turnPath } from '../../paths.ts'
import { wasPassed } from '../../session/device/passed-game.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useUser } from '../../session/session-store.ts'
import { startTurn } from '../../turn/turn-store.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { loadPart } from '../../ui/page/load-part.ts'
import { DonePicture, TurnPicture, WaitingPicture } from '../../ui/pictures/pictures.tsx'
import { OwnSubmission } from './own-submission.tsx'
import styles from './your-status.module.css'

const Waiting = loadPart(() => import('./waiting.tsx'))
const OwnTurnClock = loadPart(() => import('./own-turn-clock.tsx'))

/** The player's status in today's game and the next action. */
export function YourStatus({ today }: { today: Today }) {
  const { status, yourStatus } = today
  const isSuspended = useUser()?.suspension !== undefined
  if (yourStatus === 'playing' && today.currentTurn) return <YourTurn today={today} />
  if (status === 'completed') {
    return (
      <Panel tone="purple" picture={<DonePicture small />} title="Game Complete!">
        <ButtonLink
          to={today.gameId ? resultsPath(today.gameId) : PATHS.results}
          tone="primary"
          size="large"
          icon={<Sparkles aria-hidden />}
        >
          Results
        </ButtonLink>
        <OwnSubmission today={today} />
      </Panel>
    )
  }
  if (today.canStartTurn && yourStatus !== 'playing') {
    if (isSuspended) return null
    return (
      <Panel tone="green" picture={<TurnPicture small />} title="Ready to Play!">
        <ButtonLink to={PATHS.ready} tone="primary" size="large" icon={<Play aria-hidden />}>
          Start
        </ButtonLink>
      </Panel>
    )
  }
  if (yourStatus === 'pending') {
    return (
      <Panel
        tone="blue"
        picture={<WaitingPicture small />}
        title={
          today.currentTurn
            ? `Please wait for ${isolatedName(today.currentTurn.username)} to finish`
            : 'Please wait for the others to finish'
        }
      >
        <Waiting today={today} />
      </Panel>
    )
  }
  if (yourStatus === 'completed' || yourStatus === 'skipped') {
    return (
      <Panel
        tone={yourStatus === 'skipped' ? 'orange' : 'green'}
        picture={yourStatus === 'skipped' ? <WaitingPicture small /> : <DonePicture small />}
        title="Turn Complete"
        text={
          isSuspended && yourStatus === 'skipped'
            ? 'Your turn has ended, because you cannot play at the moment.'
            : yourStatus === 'completed'
              ? `You completed your turn. ${isAlone(today) ? 'It waits for the next stranger.' : 'The chain is in other hands now!'}`
              : today.participants.some(({ excused }) => excused)
                ? 'You passed this turn. Your streak stays.'
                : wasPassed(today.gameId)
                  ? 'You passed today, and the game moved to the next player.'
                  : 'You did not finish in time, and the game moved to the next player.'
        }
      >
        <OwnSubmission today={today} />
        <Waiting today={today} />
      </Panel>
    )
  }
  return null
}

/** Whether nobody has come to the player's public game yet. */
const isAlone = ({ gameType, participants }: Today): boolean =>
  gameType === 'public' && participants.length === 1

function YourTurn({ today }: { today: Today }) {
  const navigate = useNavigate()
  const resume = useMutation({
    mutationFn: async () => navigate(turnPath((await startTurn()).type)),
    onError: () => navigate(PATHS.ready),
  })
  const isDrawing = today.currentTurn?.type === 'drawing'
  return (
    <Panel tone="yellow" picture={<TurnPicture small />} title="Your Turn">
      <OwnTurnClock gameId={today.gameId} />
      <Button
        tone="go"
        size="large"
        busy={!resume.isIdle}
        icon={isDrawing ? <Pencil aria-hidden /> : <Eye aria-hidden />}
        onClick={() => resume.mutate()}
      >
        {isDrawing ? 'Start Drawing' : 'Start Guessing'}
      </Button>
    </Panel>
  )
}

interface PanelProps {
  tone: 'yellow' | 'green' | 'blue' | 'orange' | 'purple'
  picture: ReactNode
  title: string
  text?: string
  children?: ReactNode
}

/** A status of the day: a picture, a description, and actions. */
function Panel({ tone, picture, title, text, children }: PanelProps) {
  return (
    <div className={styles.panel} style={{ background: `var(--wash-${tone})` }} aria-live="polite">
      {picture}
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  )
}
