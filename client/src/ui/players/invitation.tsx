import type { ReactNode } from 'react'
import { pendingGroupCode } from '../../session/device/pending-group-code.ts'
import { useGroupOfCode } from '../../session/group-of-code.ts'
import { Name } from '../../ui/players/name.tsx'
import { Card } from '../page/card.tsx'
import { Avatar } from './avatar.tsx'
import styles from './invitation.module.css'

interface InvitationProps {
  /** That of the link that was opened, if it is not stored. */
  code?: string | null
  action?: ReactNode
}

/** The group whose link was opened; nothing without a link, or if its code leads nowhere. */
export function Invitation({ code = pendingGroupCode(), action }: InvitationProps) {
  const { data: group, isPending } = useGroupOfCode(code)
  if (code === null || !(group || isPending)) return null
  return (
    <Card tone="yellow" tape="pink" className={styles.invitation} aria-label="Your invitation">
      {group ? (
        <>
          <Avatar person={{ username: group.name, avatar: group.avatar }} size={56} />
          <p>
            <strong>
              <Name>{group.name}</Name>
            </strong>
            <span>{`wants you! ${group.memberCount === 1 ? '1 player is' : `${group.memberCount} players are`} in.`}</span>
          </p>
        </>
      ) : (
        <p>
          <strong>You are invited</strong>
        </p>
      )}
      {action}
    </Card>
  )
}
