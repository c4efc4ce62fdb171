import { useEffect, useState } from 'react'

/** True for two seconds after the returned function was called: "Copied!" */
export function useJustDone(): [boolean, () => void] {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  return [isDone, () => setDone(true)]
}
