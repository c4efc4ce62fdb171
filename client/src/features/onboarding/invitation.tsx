import { useGroupOfCode } from '../../session/group-of-code.ts'
import { pendingGroupCode } from '../../session/pending-group-code.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import styles from './invitation.module.css'

/** The group whose link the newcomer has opened; nothing without a link, or if its code leads nowhere. */
export function Invitation() {
  const code = pendingGroupCode()
  const { data: group, isPending } = useGroupOfCode(code)
  if (code === null || !(group || isPending)) return null
  return (
    <Scrap tone="yellow" tape="pink" className={styles.invitation} aria-label="Your invitation">
      {group ? (
        <>
          <Avatar person={{ username: group.name, avatar: group.avatar }} size={56} />
          <p>
            <strong translate="no">{group.name}</strong>
            <span>{`${group.memberCount} ${group.memberCount === 1 ? 'player' : 'players'}, wants you`}</span>
          </p>
        </>
      ) : (
        <p>
          <strong>You are invited</strong>
        </p>
      )}
    </Scrap>
  )
}
