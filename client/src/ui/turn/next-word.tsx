import { type ReactNode, useEffect, useState } from 'react'
import { nextMidnight } from '../../day/game-day.ts'
import { timeText } from '../../day/locale.ts'
import { serverNow } from '../../platform/server-clock.ts'
import styles from './next-word.module.css'

/**
 * The time until the next word, and the local time at which it appears. Counts down to the first midnight after
 * mounting: use the game's id as `key`, so that the next game starts a new countdown.
 */
export default function NextWord(): ReactNode {
  const [midnight] = useState(() => nextMidnight(serverNow()))
  const now = useVisibleSecond()
  const seconds = Math.max(0, Math.ceil((midnight - now) / 1000))
  if (seconds === 0) {
    return (
      <p className={styles.next} role="timer">
        The next word is on its way!
      </p>
    )
  }
  return (
    <p className={styles.next} role="timer">
      <span>
        Next word in{' '}
        <time className={styles.time} dateTime={`PT${seconds}S`}>
          {countdownText(seconds)}
        </time>
      </span>
      <span className="soft">{`at ${timeText(midnight)} your time`}</span>
    </p>
  )
}

/** `5:03:09` */
function countdownText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(rest)}`
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** The server's time in ms, updated at every full second while the page is visible. */
function useVisibleSecond(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const time = serverNow()
      setNow(time)
      timer = setTimeout(tick, 1000 - (time % 1000))
    }
    const follow = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') tick()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])
  return now
}
