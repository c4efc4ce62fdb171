import type { GroupView as Group } from '@inkling/mock-server/contract/schemas/group'
import { LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { api } from '../../session/api.ts'
import { groupChanged } from '../../session/group.ts'
import { useUser } from '../../session/session-store.ts'
import { confirm } from '../../ui/alerts.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { GroupSettingsDialog } from './group-settings-dialog.tsx'
import styles from './group-view.module.css'
import { InviteCard } from './invite-card.tsx'
import { MemberList } from './member-list.tsx'
import { useNewMember } from './use-new-member.ts'

export function GroupView({ group }: { group: Group }) {
  const navigate = useNavigate()
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hasNewMember = useNewMember(group.memberCount)
  const isAdmin = isAdminOf(group, user?.id ?? '')

  const leave = async () => {
    const sure = await confirm(
      `Leave ${group.name}?`,
      'You can come back with the code. What you drew stays in the book.',
      'Leave Group',
      { danger: true },
    )
    if (!sure) return
    try {
      await api.leaveGroup({ params: { id: group.id } })
      await navigate(PATHS.home)
      await groupChanged(null)
    } catch (error) {
      console.info('Leaving failed:', error)
      setProblem('Failed to leave group. Please try again.')
    }
  }

  return (
    <div className={styles.group}>
      {hasNewMember && <Notice tone="green">A new member has joined the group!</Notice>}
      <header className={styles.head}>
        <Avatar person={{ username: group.name, avatar: group.avatar }} size={72} />
        <h1 className={styles.name} data-long={group.name.length > LONG_NAME}>
          {group.name}
        </h1>
        {isAdmin && (
          <IconButton label="Group settings" onClick={() => setEditing(true)}>
            <Settings aria-hidden />
          </IconButton>
        )}
      </header>
      <InviteCard group={group} />
      {problem && (
        <Notice tone="red" onDismiss={() => setProblem(null)}>
          {problem}
        </Notice>
      )}
      <Scrap aria-label="Members">
        <MemberList group={group} ownId={user?.id ?? ''} isAdmin={isAdmin} onProblem={setProblem} />
      </Scrap>
      <Button
        tone="danger"
        size="small"
        icon={<LogOut aria-hidden />}
        onClick={() => void leave()}
        className={styles.leave}
      >
        Leave Group
      </Button>
      {isEditing && <GroupSettingsDialog group={group} onClose={() => setEditing(false)} />}
    </div>
  )
}

/** From here on it would take more than two lines of a phone in the size of other titles. */
const LONG_NAME = 22

/** The host, by id or by flag (spec section 6). */
const isAdminOf = (group: Group, userId: string): boolean =>
  group.hostId === userId || group.members.some((member) => member.userId === userId && member.isHost)
