import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useGroup } from '../../session/group.ts'
import { useUser } from '../../session/session-store.ts'
import { isDone } from '../../turn/today.ts'
import { Card } from '../../ui/page/card.tsx'
import { loadPart } from '../../ui/page/load-part.ts'
import { Avatar } from '../../ui/players/avatar.tsx'
import { membersText } from '../../ui/players/members-text.ts'
import { Name } from '../../ui/players/name.tsx'
import styles from './today-card.module.css'
import { YourStatus } from './your-status.tsx'

/* Loaded on demand, because they are shown only after the turn. */
const NextWord = loadPart(() => import('../../ui/turn/next-word.tsx'))
const Nudge = loadPart(() => import('../../ui/nudge/nudge.tsx'))

/** Today's game: its group, and the player's status. */
export function TodayCard({ today }: { today: Today }) {
  return (
    <Card tape="yellow" tapeAt="left" className="stack gap-4" aria-label="Today's game">
      <GameTitle today={today} />
      <YourStatus today={today} />
      {isDone(today) && <Nudge today={today} />}
      {isDone(today) && (
        <div className={styles.next}>
          <NextWord key={today.gameId} />
        </div>
      )}
    </Card>
  )
}

function GameTitle({ today }: { today: Today }) {
  const groupId = useUser()?.groupId ?? null
  const { data: group, isError } = useGroup()
  // Other servers may send no type of the game: without one, a member's game is that of the group.
  const isGroupGame = today.gameType ? today.gameType === 'group' : groupId !== null
  if (!isGroupGame) return <h2 className="text-xl">Today's Game</h2>
  if (!group || isError) return null
  return (
    <div className="row gap-3">
      <Avatar person={{ username: group.name, avatar: group.avatar }} size={52} />
      <div className={styles.names}>
        <h2 className="text-xl">
          <Name>{group.name}</Name>
        </h2>
        <p className="soft">{membersText(group.memberCount)}</p>
      </div>
    </div>
  )
}
