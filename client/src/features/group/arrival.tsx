import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useUser } from '../../session/session-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Avatar, AvatarStack } from '../../ui/players/avatar.tsx'
import { Name } from '../../ui/players/name.tsx'
import styles from './arrival.module.css'
import { TodaysTurn } from './todays-turn.tsx'

/** How many friends are shown. */
const FACES = 5

/** The group as a player who has just joined sees it: who is there, with the turn first. */
export function Arrival({ group, onContinue }: { group: GroupView; onContinue: () => void }) {
  const userId = useUser()?.id
  const friends = group.members.filter((member) => member.userId !== userId)
  return (
    <div className={styles.arrival}>
      <Avatar person={{ username: group.name, avatar: group.avatar }} size={96} />
      <h1 className="text-3xl">
        <Name>{group.name}</Name>
      </h1>
      <p className={styles.hello} role="status">
        <strong>You are in!</strong> {friendsText(friends.length)}
      </p>
      <AvatarStack people={friends} max={FACES} size={48} />
      <TodaysTurn />
      <Button tone="quiet" onClick={onContinue}>
        See the group
      </Button>
    </div>
  )
}

function friendsText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 friend plays here' : `${count} friends play here`
}
