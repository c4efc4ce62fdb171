import type { GroupView, Member } from '@inkling/mock-server/contract/schemas/group'
import { lookalikeNumbers } from '@inkling/mock-server/rules/username/lookalikes'
import { Crown, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { askToConfirm } from '../../platform/question.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useHas } from '../../session/server/extensions.ts'
import type { ShownPerson } from '../../session/veiled-names.ts'
import { useToday } from '../../turn/today.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Avatar } from '../../ui/players/avatar.tsx'
import { Badge } from '../../ui/players/badge.tsx'
import { PlayerName } from '../../ui/players/player-name.tsx'
import { TakeBack } from '../../ui/report/take-back.tsx'
import { isHostOf } from './host.ts'
import { KICK_TEXT, KickDialog } from './kick-dialog.tsx'
import styles from './member-list.module.css'

interface MemberListProps {
  group: GroupView
  ownId: string
  isAdmin: boolean
  onKick: (kick: { userId: string; keepOut?: boolean }) => void
}

/** The members of the group. The admin can kick others. */
export function MemberList({ group, ownId, isAdmin, onKick }: MemberListProps) {
  const mayKeepOut = useHas('group-safety')
  const [kicking, setKicking] = useState<Member | null>(null)
  const numbers = lookalikeNumbers(group.members)
  const { data: today } = useToday()
  const mayStart = today?.gameType === 'group' && (today.canStartTurn || today.yourStatus === 'playing')
  const ask = async (member: Member) => {
    if (mayKeepOut) return setKicking(member)
    const sure = await askToConfirm(`Kick ${isolatedName(member.username)}?`, KICK_TEXT, 'Kick', {
      danger: true,
    })
    if (sure) onKick({ userId: member.userId })
  }
  return (
    <>
      <h2 className={styles.title}>
        Members <Badge>{group.memberCount}</Badge>
      </h2>
      <ul>
        {group.members.map((member: ShownPerson<Member>) => (
          <Row
            key={member.userId}
            member={member}
            number={numbers.get(member.userId)}
            isHost={isHostOf(group, member.userId)}
            isOwn={member.userId === ownId}
            status={member.userId === ownId && mayStart ? 'Your turn' : STATUS[member.status]}
            onKick={
              isAdmin && !isHostOf(group, member.userId) && member.userId !== ownId
                ? () => void ask(member)
                : null
            }
          />
        ))}
      </ul>
      {kicking && (
        <KickDialog
          member={kicking}
          onKick={(keepOut) => {
            setKicking(null)
            onKick({ userId: kicking.userId, ...(keepOut && { keepOut }) })
          }}
          onClose={() => setKicking(null)}
        />
      )}
    </>
  )
}

interface RowProps {
  member: ShownPerson<Member>
  /** Tells names that look alike apart. */
  number: number | undefined
  isHost: boolean
  isOwn: boolean
  status: string
  /** Null if the player cannot kick the member. */
  onKick: (() => void) | null
}

function Row({ member, number, isHost, isOwn, status, onKick }: RowProps) {
  const [isUncovered, setUncovered] = useState(false)
  const shown = (isUncovered && member.veiled) || member
  return (
    <li className={styles.member}>
      <Avatar person={shown} size={48} />
      <span className="stack grow">
        <span className={styles.name}>
          <PlayerName name={shown.username} number={number} />
          {isHost && <Crown className={styles.crown} role="img" aria-label="Host" />}
          {isOwn && <span className={styles.you}>you</span>}
        </span>
        <span className={styles.status}>{status}</span>
      </span>
      {member.veiled && !isUncovered && (
        <Button
          size="small"
          tone="quiet"
          aria-label={`Show ${member.username}`}
          onClick={() => setUncovered(true)}
        >
          Show
        </Button>
      )}
      {isUncovered && member.hidden === 'you' && (
        <TakeBack reported={{ userId: member.userId }} of={shown.username} />
      )}
      {onKick && (
        <IconButton label={`Kick ${shown.username}`} onClick={onKick}>
          <UserMinus aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

const STATUS: Record<Member['status'], string> = {
  idle: 'No game yet today',
  pending: 'Has not played yet',
  playing: 'Playing right now',
  completed: 'Played today',
  skipped: 'Missed today',
}
