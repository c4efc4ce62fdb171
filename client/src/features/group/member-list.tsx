import type { GroupView, Member } from '@inkling/mock-server/contract/schemas/group'
import { Crown, UserMinus } from 'lucide-react'
import { api } from '../../session/api.ts'
import { dropMember } from '../../session/group.ts'
import { confirm } from '../../ui/alerts.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { isAdminOf } from './admin.ts'
import styles from './member-list.module.css'

interface MemberListProps {
  group: GroupView
  ownId: string
  isAdmin: boolean
  onProblem: (text: string | null) => void
}

/** The members of the group. The admin can kick others. */
export function MemberList({ group, ownId, isAdmin, onProblem }: MemberListProps) {
  const kick = async (member: Member) => {
    const sure = await confirm(
      `Kick ${member.username}?`,
      "They leave the group and, unless they have played, today's game.",
      'Kick',
      { danger: true },
    )
    if (!sure) return
    onProblem(null)
    try {
      await api.kickMember({ params: { id: group.id }, body: { userId: member.userId } })
      await dropMember(group.id, member.userId)
    } catch (error) {
      console.info('Kicking failed:', error)
      onProblem('Failed to kick member. Please try again.')
    }
  }
  return (
    <>
      <h2 className={styles.title}>
        Members <Badge>{group.memberCount}</Badge>
      </h2>
      <ul>
        {group.members.map((member) => (
          <li key={member.userId} className={styles.member}>
            <Avatar person={member} size={48} />
            <span className={styles.words}>
              <span className={styles.name}>
                <PlayerName name={member.username} />
                {isAdminOf(group, member.userId) && (
                  <Crown className={styles.crown} role="img" aria-label="Host" />
                )}
                {member.userId === ownId && <span className={styles.you}>you</span>}
              </span>
              <span className={styles.status}>{STATUS[member.status]}</span>
            </span>
            {isAdmin && !isAdminOf(group, member.userId) && member.userId !== ownId && (
              <IconButton label={`Kick ${member.username}`} onClick={() => void kick(member)}>
                <UserMinus aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const STATUS: Record<Member['status'], string> = {
  idle: 'No game yet today',
  pending: 'Waiting for a turn',
  playing: 'Playing right now',
  completed: 'Played today',
  skipped: 'Missed today',
}
