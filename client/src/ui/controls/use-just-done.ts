import { useEffect, useState } from 'react'

/** The flag is true for two seconds after each call of the function, for labels such as "Copied!". */
export function useJustDone(): [boolean, () => void] {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  return [isDone, () => setDone(true)]
}
