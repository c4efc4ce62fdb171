import { useEffect, useState } from 'react'
import { serverNow } from '../platform/server-clock.ts'

/** The server's time in ms, updated at every full second while the page is visible. */
export function useVisibleSecond(): number {
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
