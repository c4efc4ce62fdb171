import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useGroup } from '../../session/group.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { StatusPanel } from './status-panel.tsx'
import styles from './today-card.module.css'

/** Today's game: whose it is, and where the player stands. */
export function TodayCard({ today }: { today: Today }) {
  return (
    <Scrap tape="yellow" tapeAt="left" className={styles.card} aria-label="Today's game">
      <GameTitle today={today} />
      <StatusPanel today={today} />
    </Scrap>
  )
}

function GameTitle({ today }: { today: Today }) {
  const { data: group, isError } = useGroup()
  if (today.gameType !== 'group') return <h2 className={styles.heading}>Today's Game</h2>
  if (!group || isError) return null
  return (
    <div className={styles.group}>
      <Avatar person={{ username: group.name, avatar: group.avatar }} size={52} />
      <div className={styles.names}>
        <h2 className={styles.name}>{group.name}</h2>
        <p className={styles.members}>{membersText(group.memberCount)}</p>
      </div>
    </div>
  )
}

export const membersText = (count: number): string => (count === 1 ? '1 member' : `${count} members`)
