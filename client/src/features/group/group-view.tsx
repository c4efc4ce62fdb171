import type { GroupView as Group } from '@inkling/mock-server/contract/schemas/group'
import { LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { api } from '../../session/api.ts'
import { reloadAfterGroupChange } from '../../session/group.ts'
import { useUser } from '../../session/session-store.ts'
import { askToConfirm } from '../../ui/alerts.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { isAdminOf } from './admin.ts'
import { GroupSettingsDialog } from './group-settings-dialog.tsx'
import styles from './group-view.module.css'
import { InviteCard } from './invite-card.tsx'
import { MemberList } from './member-list.tsx'
import { TodaysTurn } from './todays-turn.tsx'
import { useNewMembers } from './use-new-members.ts'

export function GroupView({ group }: { group: Group }) {
  const navigate = useNavigate()
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const joined = useNewMembers(group)
  const isAdmin = isAdminOf(group, user?.id ?? '')

  const leave = async () => {
    const sure = await askToConfirm(
      `Leave ${group.name}?`,
      'You can come back with the code. What you drew stays in the book.',
      'Leave Group',
      { danger: true },
    )
    if (!sure) return
    try {
      await api.leaveGroup({ params: { id: group.id } })
      await navigate(PATHS.home)
      await reloadAfterGroupChange(null)
    } catch (error) {
      console.info('Leaving failed:', error)
      setProblem('Failed to leave group. Please try again.')
    }
  }

  return (
    <div className={styles.group}>
      {joined && (
        <div className={styles.news}>
          <Notice tone="green">{joinedText(joined)}</Notice>
        </div>
      )}
      <header className={styles.head}>
        <Avatar person={{ username: group.name, avatar: group.avatar }} size={72} />
        <h1 className={styles.name} translate="no" data-long={group.name.length > LONG_NAME}>
          {group.name}
        </h1>
        {isAdmin && (
          <IconButton label="Group settings" onClick={() => setEditing(true)}>
            <Settings aria-hidden />
          </IconButton>
        )}
      </header>
      {problem && (
        <Notice tone="red" onDismiss={() => setProblem(null)}>
          {problem}
        </Notice>
      )}
      <TodaysTurn />
      <div className={styles.columns}>
        <div>
          <InviteCard group={group} />
        </div>
        <Scrap aria-label="Members" className={styles.members}>
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
      </div>
      {isEditing && <GroupSettingsDialog group={group} onClose={() => setEditing(false)} />}
    </div>
  )
}

function joinedText(names: readonly string[]): string {
  if (names.length === 0) return 'Somebody has joined the group!'
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} joined the group!`
}

/** Longer names get a smaller font, so that they fit in two lines on a phone. */
const LONG_NAME = 22
