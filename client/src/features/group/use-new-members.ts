import { GROUP } from '@inkling/mock-server/contract/constants'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useEffect, useRef, useState } from 'react'

/**
 * The names of new members, for 3 s after the member count has risen; otherwise null. Empty if the server counts a
 * member whom it does not list.
 */
export function useNewMembers({ members, memberCount }: GroupView): readonly string[] | null {
  const before = useRef({ members, memberCount })
  const [names, setNames] = useState<readonly string[] | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = { members, memberCount }
    if (memberCount <= last.memberCount && members.length <= last.members.length) return
    const known = new Set(last.members.map(({ userId }) => userId))
    setNames(members.flatMap(({ userId, username }) => (known.has(userId) ? [] : [username])))
  }, [members, memberCount])
  useEffect(() => {
    if (names === null) return
    const timer = setTimeout(() => setNames(null), GROUP.newMemberBannerMs)
    return () => clearTimeout(timer)
  }, [names])
  return names
}
