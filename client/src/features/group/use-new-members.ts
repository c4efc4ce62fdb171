import { GROUP } from '@inkling/mock-server/contract/constants'
import type { Member } from '@inkling/mock-server/contract/schemas/group'
import { useEffect, useRef, useState } from 'react'

/** The names of new members, for 3 s after the member count has risen. */
export function useNewMembers(members: readonly Member[]): readonly string[] {
  const before = useRef(members)
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const known = new Set(before.current.map(({ userId }) => userId))
    const rose = members.length > known.size
    before.current = members
    if (rose) setNames(members.flatMap(({ userId, username }) => (known.has(userId) ? [] : [username])))
  }, [members])
  useEffect(() => {
    if (names.length === 0) return
    const timer = setTimeout(() => setNames([]), GROUP.newMemberBannerMs)
    return () => clearTimeout(timer)
  }, [names])
  return names
}
