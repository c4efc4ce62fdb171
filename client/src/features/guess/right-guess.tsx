import { TURN } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { useState } from 'react'
import { useToday } from '../../turn/today.ts'
import { useTurn } from '../../turn/turn-store.ts'
import { loadPart } from '../../ui/page/load-part.ts'
import styles from './right-guess.module.css'

const StreakFlame = loadPart(() => import('../../ui/players/streak-flame.tsx'))
const StreakMoment = loadPart(() => import('../../ui/players/streak-moment.tsx'))
const Nudge = loadPart(() => import('../../ui/nudge/nudge.tsx'))

/** The moment of a right guess: on which try and after how long, the streak, and for whom the game waits. */
export function RightGuess({ attempts }: { attempts: readonly GuessAttempt[] }) {
  const [startedAt] = useState(startOfTurn)
  const { data: today } = useToday({ poll: false })
  const isSent = today?.yourStatus === 'completed'
  return (
    <div className="stack items-center gap-2 full">
      <p className={styles.moment}>{momentText(attempts, startedAt)}</p>
      {today && isSent && (
        <>
          <StreakMoment />
          <StreakFlame long />
          <Nudge today={today} />
        </>
      )}
    </div>
  )
}

/** When the running turn began, in ms by the server's clock; null if that is not known. */
function startOfTurn(): number | null {
  const end = Date.parse(useTurn.getState().turn?.expiresAt ?? '')
  return Number.isNaN(end) ? null : end - TURN.limitMs
}

/** Such as "Got it on try 1, in 8 s". */
export function momentText(attempts: readonly GuessAttempt[], startedAt: number | null): string {
  const at = attempts.findIndex(({ isCorrect }) => isCorrect)
  const seconds = Math.round((Date.parse(attempts[at]?.timestamp ?? '') - (startedAt ?? Number.NaN)) / 1000)
  const got = `Got it on try ${at + 1}`
  if (!(seconds > 0)) return got
  return `${got}, in ${seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`}`
}
