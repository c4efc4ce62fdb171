import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { pendingGroupCode } from '../../session/device/pending-group-code.ts'
import { useGroupOfCode } from '../../session/group-of-code.ts'
import { Card } from '../page/card.tsx'
import { Avatar, AvatarStack } from './avatar.tsx'
import styles from './invitation.module.css'
import { Name } from './name.tsx'

interface InvitationProps {
  /** That of the link that was opened, if it is not stored. */
  code?: string | null
  action?: ReactNode
  /** What comes before joining. */
  note?: string
}

/** The group whose link was opened; nothing without a link, or if its code leads nowhere. */
export function Invitation({ code = pendingGroupCode(), action, note }: InvitationProps) {
  const { data: group, isPending } = useGroupOfCode(code)
  if (code === null || !(group || isPending)) return null
  const faces = group?.faces ?? []
  return (
    <Card tone="yellow" tape="pink" className={styles.invitation} aria-label="Your invitation">
      {group ? (
        <>
          <Avatar person={{ username: group.name, avatar: group.avatar }} size={56} />
          <p>
            <strong>
              <Name>{group.name}</Name>
            </strong>
            <span>wants you!</span>
            <span className={clsx(faces.length > 0 && 'visually-hidden')}>
              {`${group.memberCount === 1 ? '1 player is' : `${group.memberCount} players are`} in.`}
            </span>
            {faces.length > 0 && <Faces faces={faces} others={group.memberCount - faces.length} />}
            {note && <span className="hand text-lg">{note}</span>}
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

/** The avatars of members, whose names only members see. They show how many are in, which screen readers read. */
function Faces({ faces, others }: { faces: readonly string[]; others: number }) {
  // Two members may have the same avatar, and the colour behind it is that of a name.
  const people = faces.map((avatar, at) => ({ userId: String(at), username: avatar, avatar }))
  return (
    <span className={styles.faces} aria-hidden="true">
      <AvatarStack people={people} more={others} size={36} />
    </span>
  )
}
