import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Clock, Eye, MoonStar, Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { PATHS, turnPath } from '../../paths.ts'
import { track } from '../../platform/analytics.ts'
import { isConnectionLost } from '../../platform/online.ts'
import { dismissToast } from '../../platform/toast.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { logTodayFailure, playedCount, refreshToday, useToday } from '../../turn/today.ts'
import { startTurn } from '../../turn/turn-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Card } from '../../ui/page/card.tsx'
import { ScreenNotLoaded } from '../../ui/page/load-screen.ts'
import { Page } from '../../ui/page/page.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import { Inky } from '../../ui/pictures/inky.tsx'
import pictures from '../../ui/pictures/pictures.module.css'
import { Ground, Picture, type PictureProps, TurnPicture } from '../../ui/pictures/pictures.tsx'
import OwnMidnight from '../../ui/turn/own-midnight.tsx'
import { PassTurn } from '../../ui/turn/pass-turn.tsx'
import styles from './ready-screen.module.css'

interface ReadyScreenProps {
  /** Loads the code of the turn's screen. */
  loadTurn: (isDrawing: boolean) => Promise<void>
}

/** The screen before a turn: its type and duration (SCREENS.md, A turn). */
export default function ReadyScreen({ loadTurn }: ReadyScreenProps) {
  const { data: today } = useToday()
  const check = useFirstFetch()
  if (check === 'cannot') return <Navigate to={PATHS.home} replace />
  return (
    <Page title="Get Ready" heading={null} centred>
      {today?.hasGame ? (
        <Ready today={today} loadTurn={loadTurn} isLoading={check === 'checking'} />
      ) : (
        <Loading text="Loading game..." />
      )}
    </Page>
  )
}

/** Fetches today's game once, when the screen opens: whether the player can start a turn. */
function useFirstFetch() {
  // "It's your turn to play!" from the screen before would cover the button.
  useEffect(dismissToast, [])
  const { data } = useQuery({
    queryKey: QUERY.ready,
    queryFn: async () => {
      try {
        return (await refreshToday()).canStartTurn ? 'can' : 'cannot'
      } catch (error) {
        logTodayFailure(error)
        return 'cannot'
      }
    },
    gcTime: 0,
    // The poll of today's game takes over.
    enabled: ({ state }) => state.data === undefined,
  })
  return data ?? 'checking'
}

/** The operator's message during maintenance, or what to try. */
function NotStarted({ error }: { error: Error }) {
  if (error instanceof ApiError && error.code === 'UNAVAILABLE')
    return <Notice title="A short pause">{error.message}</Notice>
  const advice = isConnectionLost(error) ? 'Check your connection' : 'Please try again'
  return <Notice tone="red">{`The turn did not start. ${advice}.`}</Notice>
}

function Ready({ today, loadTurn, isLoading }: ReadyScreenProps & { today: Today; isLoading: boolean }) {
  const navigate = useNavigate()
  const turn = turnAhead(today)
  const start = useMutation({
    meta: { failure: 'Failed to start turn' },
    mutationFn: async () => {
      // The clock starts with the turn.
      await loadTurn(turn.isDrawing)
      const { gameId, type } = await startTurn()
      track('turn_start', { game_id: gameId, turn_type: type })
      await navigate(turnPath(type))
    },
    // The error boundary loads it again.
    throwOnError: (error) => error instanceof ScreenNotLoaded,
    onError: async (error) => {
      if (error instanceof ScreenNotLoaded) return
      // Shows who plays now if another player was faster.
      await refreshToday().catch(logTodayFailure)
    },
  })
  const isBusy = start.isPending || start.isSuccess
  const played = playedCount(today)
  return (
    <Card tape="green" className={styles.card}>
      <p className={styles.place}>{played === 0 ? "You're First!" : `Player #${played + 1}`}</p>
      {turn.isDrawing ? <TurnPicture /> : <GuessPicture />}
      <h1 className={styles.title}>{turn.title}</h1>
      <p className={styles.hint}>{turn.hint}</p>
      {today.canStartTurn || isBusy ? (
        <Facts turn={turn} />
      ) : (
        // In their place, so that nothing below moves.
        <div className={styles.reason}>
          <Notice>{whyNot(today)}</Notice>
        </div>
      )}
      {!isBusy && today.canStartTurn && start.error && <NotStarted error={start.error} />}
      <Button
        tone="go"
        size="large"
        wide
        busy={isBusy}
        disabled={isLoading || !today.canStartTurn}
        onClick={() => start.mutate()}
      >
        {isBusy ? 'Starting...' : "Let's Go!"}
      </Button>
      <div className={styles.ways}>
        <Button size="small" onClick={() => void navigate(PATHS.home)}>
          Not now
        </Button>
        <PassTurn size="small" disabled={isLoading || isBusy || !today.canStartTurn} />
      </div>
    </Card>
  )
}

const Facts = ({ turn: { isDrawing, sight } }: { turn: ReturnType<typeof turnAhead> }) => (
  <ul className={styles.facts}>
    <li>
      <Clock aria-hidden />5 minutes
    </li>
    <li>
      {isDrawing ? <Pencil aria-hidden /> : <Eye aria-hidden />}
      <span>{sight}</span>
    </li>
    <li>
      <MoonStar aria-hidden />
      <span>
        Results at midnight EST
        <OwnMidnight />
      </span>
    </li>
  </ul>
)

function turnAhead(today: Today) {
  if (today.yourNextTurnType === 'guessing') {
    return {
      isDrawing: false,
      title: 'Time to Guess!',
      hint: 'Guess the drawing',
      sight: "You'll see a drawing to guess",
    }
  }
  // If all earlier players were skipped, the next player still gets the word.
  const isFirst = today.participants.every(({ status }) => status !== 'completed')
  return {
    isDrawing: true,
    title: 'Time to Draw!',
    hint: isFirst ? 'Draw the word' : 'Draw the guess',
    sight: isFirst ? "You'll see the word to draw" : "You'll see what to draw",
  }
}

function whyNot({ yourStatus, currentTurn }: Today): string {
  if (yourStatus === 'completed') return "You've already completed your turn for today!"
  if (yourStatus === 'playing') return 'You have an active turn in progress'
  if (currentTurn) return `${isolatedName(currentTurn.username)} is currently playing`
  return 'You cannot play right now'
}

/** A guess is next: Inky looks at a picture through a magnifying glass, behind which there is a large eye. */
const GuessPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(44 30)">
      <Inky mood="curious" />
    </g>
    <path className={pictures.pen} d="M142 116 C154 116 162 112 168 106" />
    <g className={pictures.bob}>
      <path className={pictures.pen} d="M172 98 L160 118" strokeWidth={9} />
      <circle className={pictures.sheet} cx="186" cy="68" r="34" />
      <path className={pictures.eye} d="M160 69 C172 49 200 49 212 69 C200 87 172 87 160 69 Z" />
      <circle className={pictures.colour} fill="var(--green)" cx="186" cy="68" r="12" />
      <circle className={pictures.pupil} cx="186" cy="68" r="5.5" />
    </g>
  </Picture>
)
