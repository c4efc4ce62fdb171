import { GROUP } from '@inkling/mock-server/contract/constants'
import { useEffect, useRef, useState } from 'react'

/** True for 3 s after the number of members rose. */
export function useNewMember(memberCount: number): boolean {
  const before = useRef(memberCount)
  const [arrivals, setArrivals] = useState(0)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const rose = memberCount > before.current
    before.current = memberCount
    if (rose) setArrivals((count) => count + 1)
  }, [memberCount])
  useEffect(() => {
    if (arrivals === 0) return
    setShown(true)
    const timer = setTimeout(() => setShown(false), GROUP.newMemberBannerMs)
    return () => clearTimeout(timer)
  }, [arrivals])
  return isShown
}
