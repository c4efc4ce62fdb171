import { Play } from 'lucide-react'
import { useGroup } from '../../session/group.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useUser } from '../../session/session-store.ts'
import { useJumpIn } from '../../turn/use-jump-in.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import { GroupPicture, TurnPicture } from '../../ui/pictures/pictures.tsx'
import { AvatarStack } from '../../ui/players/avatar.tsx'
import { membersText } from '../../ui/players/members-text.ts'
import styles from './start-card.module.css'

/** Shown if there is no game today: starts the group's game or joins a public one. */
export function StartCard() {
  const groupId = useUser()?.groupId ?? null
  const { data: group, isLoading } = useGroup()
  const { jumpIn, isBusy, problem } = useJumpIn('home')
  const start = () => jumpIn()
  // Otherwise the card for players without a group would appear briefly, with its button in the same place.
  if (isLoading) return <Loading text="Loading Today's Fun..." />
  if (groupId && group) {
    return (
      <Card tone="pink" tape="yellow" tilt={-0.4} className={styles.card} aria-labelledby="start-title">
        <GroupPicture />
        <h2 id="start-title" className={styles.title}>
          {`Start ${isolatedName(group.name)}'s Game!`}
        </h2>
        <p className="row wrap justify-center gap-3">
          <AvatarStack people={group.members} max={4} size={40} />
          <span>{membersText(group.memberCount)}</span>
        </p>
        <p className="hand loose text-xl">Ready to play with your group</p>
        {problem && <Notice tone="red">{problem}</Notice>}
        <Button tone="primary" size="large" icon={<Play aria-hidden />} busy={isBusy} onClick={start}>
          Start Group Game
        </Button>
      </Card>
    )
  }
  return (
    <Card tone="yellow" tape="pink" tilt={-0.4} className={styles.card} aria-labelledby="start-title">
      <TurnPicture />
      <h2 id="start-title" className={styles.title}>
        Ready To Play?
      </h2>
      <p className="hand loose text-xl">Tap below to jump in</p>
      {problem && <Notice tone="red">{problem}</Notice>}
      <Button tone="primary" size="large" icon={<Play aria-hidden />} busy={isBusy} onClick={start}>
        Start Playing
      </Button>
    </Card>
  )
}
