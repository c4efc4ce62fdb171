import { GROUP } from '@inkling/mock-server/contract/constants'
import type { GroupView as Group } from '@inkling/mock-server/contract/schemas/group'
import { useMutation } from '@tanstack/react-query'
import { LogOut, Settings } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { askToConfirm } from '../../platform/question.ts'
import { dropMember, reloadAfterGroupChange } from '../../session/group.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { api } from '../../session/server/api.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { useUser } from '../../session/session-store.ts'
import type { ShownGroup } from '../../session/veiled-names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { ShareButton } from '../../ui/controls/share-button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Avatar } from '../../ui/players/avatar.tsx'
import { Name } from '../../ui/players/name.tsx'
import { ReportButton } from '../../ui/report/report-button.tsx'
import { TakeBack } from '../../ui/report/take-back.tsx'
import { useFocusOnceVeiled } from '../../ui/report/use-focus-once-veiled.ts'
import { Alone } from './alone.tsx'
import { GroupCode } from './group-code.tsx'
import { GroupFlame } from './group-flame.tsx'
import { GroupSettingsDialog } from './group-settings-dialog.tsx'
import styles from './group-view.module.css'
import { isHostOf } from './host.ts'
import { invitationTo } from './invitation-to.ts'
import { keptOutQuery } from './kept-out.ts'
import { MemberList } from './member-list.tsx'
import { TodaysTurn } from './todays-turn.tsx'

export function GroupView({ group }: { group: Group }) {
  const navigate = useNavigate()
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const change = useMutation({
    mutationFn: ({ act }: { act: () => Promise<void>; failure: string }) => act(),
  })
  const joined = useNewMembers(group)
  const isAdmin = isHostOf(group, user?.id ?? '')
  const isAlone = group.memberCount === 1

  const leave = async () => {
    await api.leaveGroup({ params: { id: group.id } })
    await navigate(PATHS.home)
    await reloadAfterGroupChange(null)
  }
  const askToLeave = async () => {
    const sure = await askToConfirm(
      `Leave ${isolatedName(group.name)}?`,
      'You can come back with the code. What you drew stays in the book.',
      'Leave Group',
      { danger: true },
    )
    if (sure) change.mutate({ act: leave, failure: 'Failed to leave group. Please try again.' })
  }
  const kick = async (who: { userId: string; keepOut?: boolean }) => {
    await api.kickMember({ params: { id: group.id }, body: who })
    await dropMember(group.id, who.userId)
    await queryClient.invalidateQueries(keptOutQuery(group.id))
  }

  return (
    <div className={styles.group}>
      <Head group={group}>
        {isAdmin && (
          <IconButton label="Group settings" onClick={() => setEditing(true)}>
            <Settings aria-hidden />
          </IconButton>
        )}
        {!isAdmin && group.hidden === undefined && <ReportGroup group={group} />}
      </Head>
      {isAdmin && group.hidden === 'all' && (
        <Notice>
          The moderators have hidden the name or picture of this group. Choose another in the settings.
        </Notice>
      )}
      {change.error && (
        <Notice tone="red" onDismiss={change.reset}>
          {change.variables.failure}
        </Notice>
      )}
      {!isAlone && <TodaysTurn />}
      <div className={styles.columns} data-alone={isAlone}>
        <div className={styles.first}>
          {isAlone ? <Alone group={group} /> : <InviteCard group={group} />}
          {isAlone && <TodaysTurn tone="plain" />}
        </div>
        <Card aria-label="Members" className={styles.members}>
          {joined && (
            <div className={styles.news}>
              <Notice tone="green">{joinedText(joined)}</Notice>
            </div>
          )}
          <GroupFlame group={group} />
          <MemberList
            group={group}
            ownId={user?.id ?? ''}
            isAdmin={isAdmin}
            onKick={(who) =>
              change.mutate({ act: () => kick(who), failure: 'Failed to kick member. Please try again.' })
            }
          />
        </Card>
        <Button
          tone="danger"
          size="small"
          icon={<LogOut aria-hidden />}
          onClick={() => void askToLeave()}
          className={styles.leave}
        >
          Leave Group
        </Button>
      </div>
      {isEditing && <GroupSettingsDialog group={group} onClose={() => setEditing(false)} />}
    </div>
  )
}

/** The name and avatar of the group, which a member who has reported them sees on request. */
function Head({ group, children }: { group: ShownGroup<Group>; children: ReactNode }) {
  const [isUncovered, setUncovered] = useState(false)
  const isVeiled = group.veiled !== undefined && !isUncovered
  const show = useFocusOnceVeiled<HTMLButtonElement>(isVeiled)
  const { name, avatar } = (isUncovered && group.veiled) || group
  return (
    <header className="row gap-4">
      <Avatar person={{ username: name, avatar }} size={72} />
      <h1 className={styles.name} data-long={name.length > LONG_NAME}>
        <Name>{name}</Name>
      </h1>
      {isVeiled && (
        <Button
          ref={show}
          size="small"
          tone="quiet"
          aria-label={`Show ${name}`}
          onClick={() => setUncovered(true)}
        >
          Show
        </Button>
      )}
      {group.veiled && isUncovered && <TakeBack reported={{ groupId: group.id }} of={name} />}
      {children}
    </header>
  )
}

const ReportGroup = ({ group: { id, name, avatar } }: { group: Group }) => (
  <ReportButton
    thing={{
      gameId: null,
      groupId: id,
      kind: 'group-name',
      hasAvatar: avatar !== null,
      userId: null,
      username: name,
    }}
  />
)

function joinedText(names: readonly string[]): string {
  if (names.length === 0) return 'Somebody has joined the group!'
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} joined the group!`
}

/** Longer names get a smaller font, so that they fit in two lines on a phone. */
const LONG_NAME = 22

/**
 * The names of new members, for 3 s after the member count has risen; otherwise null. Empty if the server counts a
 * member whom it does not list.
 */
function useNewMembers({ members, memberCount }: Group): readonly string[] | null {
  const [last, setLast] = useState({ members, memberCount })
  const [names, setNames] = useState<readonly string[] | null>(null)
  if (members !== last.members || memberCount !== last.memberCount) {
    setLast({ members, memberCount })
    if (memberCount > last.memberCount || members.length > last.members.length) {
      const known = new Set(last.members.map(({ userId }) => userId))
      setNames(members.flatMap(({ userId, username }) => (known.has(userId) ? [] : [isolatedName(username)])))
    }
  }
  useEffect(() => {
    if (names === null) return
    const timer = setTimeout(() => setNames(null), GROUP.newMemberBannerMs)
    return () => clearTimeout(timer)
  }, [names])
  return names
}

/** The invite code, and ways to share it. */
function InviteCard({ group }: { group: Group }) {
  return (
    <Card tone="yellow" tape="pink" tilt={-0.5} className="stack items-center gap-3" aria-label="Invite code">
      <p className={styles.label}>Invite code</p>
      <GroupCode code={group.code} />
      <div className="wrap justify-center gap-3">
        <CopyButton text={group.code} label="Copy Code" />
        <ShareButton size="small" label="Share Link" copyLabel="Copy Link" shared={invitationTo(group)} />
      </div>
    </Card>
  )
}
