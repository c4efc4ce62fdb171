import { useQuery } from '@tanstack/react-query'
import { lookupGroup } from '../session/group.ts'
import { QUERY } from '../session/query-client.ts'
import { Avatar } from './avatar.tsx'
import styles from './group-of-code.module.css'
import { membersText } from './members-text.ts'
import { Notice } from './notice.tsx'
import { Scrap } from './scrap.tsx'

/** The group of a code: null if there is none, undefined while it is looked up or if the lookup fails. */
const useGroupOfCode = (code: string) =>
  useQuery({
    queryKey: QUERY.groupOfCode(code),
    queryFn: ({ signal }) => lookupGroup(code, signal),
  }).data

/** Shows the group of a code before joining; nothing if the lookup fails. */
export function GroupOfCode({ code }: { code: string }) {
  const group = useGroupOfCode(code)
  if (group === undefined) return null
  if (group === null) return <Notice>No group has this code.</Notice>
  return (
    <Notice tone="green" title={group.name}>
      {membersText(group.memberCount)}
    </Notice>
  )
}

/** Shows who invites the player; nothing until the group of the code is known. */
export function Invitation({ code }: { code: string }) {
  const group = useGroupOfCode(code)
  if (!group) return null
  return (
    <Scrap tone="green" tape="pink" tilt={-0.5} className={styles.invitation} aria-label="Invitation">
      <Avatar person={{ username: group.name, avatar: group.avatar }} size={52} />
      <p>
        <strong className={styles.name} translate="no">
          {group.name}
        </strong>
        <span>
          {group.memberCount === 1 ? '1 player wants you' : `${group.memberCount} players want you`}
        </span>
      </p>
    </Scrap>
  )
}
