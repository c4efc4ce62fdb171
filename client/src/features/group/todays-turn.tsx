import { Play, Sparkles } from 'lucide-react'
import { PATHS, resultsPath, turnPath } from '../../paths.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useUser } from '../../session/session-store.ts'
import { useToday } from '../../turn/today.ts'
import { useJumpIn } from '../../turn/use-jump-in.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { WatchMeanwhile } from '../../ui/sample/watch-sample.tsx'

const DRAW = "Draw today's word"

/** What comes next in the group's game today: a button if the player can do something, else whose turn it is. */
export function TodaysTurn({ tone = 'primary' }: { tone?: 'primary' | 'plain' }) {
  const { data: today } = useToday()
  const { jumpIn, isBusy, problem } = useJumpIn('group')
  const isSuspended = useUser()?.suspension !== undefined
  if (!today || today.gameType === 'public' || isSuspended) return null
  if (today.status === 'completed' && today.gameId !== null) {
    return (
      <ButtonLink
        to={resultsPath(today.gameId)}
        tone={tone}
        size="large"
        wide
        icon={<Sparkles aria-hidden />}
      >
        Results
      </ButtonLink>
    )
  }
  if (!today.hasGame) {
    return (
      <>
        {problem && <Notice tone="red">{problem}</Notice>}
        <Button
          tone={tone}
          size="large"
          wide
          icon={<Play aria-hidden />}
          busy={isBusy}
          onClick={() => jumpIn()}
        >
          {DRAW}
        </Button>
      </>
    )
  }
  const { currentTurn } = today
  if (today.canStartTurn || today.yourStatus === 'playing') {
    const isPlaying = today.yourStatus === 'playing' && currentTurn !== null
    return (
      <ButtonLink
        to={isPlaying ? turnPath(currentTurn.type) : PATHS.ready}
        tone={tone}
        size="large"
        wide
        icon={<Play aria-hidden />}
      >
        {isPlaying
          ? 'Back to your turn'
          : today.yourNextTurnType === 'guessing'
            ? "Guess today's drawing"
            : DRAW}
      </ButtonLink>
    )
  }
  const now = currentTurn && `${isolatedName(currentTurn.username)} is ${currentTurn.type} right now.`
  const you = today.yourStatus === 'pending' ? 'You can play after that.' : 'Your turn is over for today.'
  return (
    <div className="stack items-center gap-3">
      <p className="display loose text-lg text-center">{[now, you].filter(Boolean).join(' ')}</p>
      <WatchMeanwhile />
    </div>
  )
}
