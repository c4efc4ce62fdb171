import { Play } from 'lucide-react'
import { useGroup } from '../../session/group.ts'
import { useUser } from '../../session/session-store.ts'
import { AvatarStack } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { membersText } from '../../ui/members-text.ts'
import { GroupPicture, TurnPicture } from '../../ui/pictures/pictures.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Loading } from '../../ui/state-panel.tsx'
import styles from './start-card.module.css'
import { useJumpIn } from './use-jump-in.ts'

/** Shown if there is no game today: starts the group's game or joins a public one. */
export function StartCard() {
  const groupId = useUser()?.groupId ?? null
  const { data: group, isLoading } = useGroup()
  const { jumpIn, isBusy } = useJumpIn()
  const start = () => jumpIn()
  // Otherwise the card for players without a group would appear briefly, with its button in the same place.
  if (isLoading) return <Loading text="Loading Today's Fun..." />
  if (groupId && group) {
    return (
      <Scrap tone="pink" tape="yellow" tilt={-0.4} className={styles.card} aria-labelledby="start-title">
        <GroupPicture />
        <h2 id="start-title" className={styles.title}>
          {`Start ${group.name}'s Game!`}
        </h2>
        <p className={styles.members}>
          <AvatarStack people={group.members} max={4} size={40} />
          <span>{membersText(group.memberCount)}</span>
        </p>
        <p className={styles.note}>Ready to play with your group</p>
        <Button tone="primary" size="large" icon={<Play aria-hidden />} busy={isBusy} onClick={start}>
          Start Group Game
        </Button>
      </Scrap>
    )
  }
  return (
    <Scrap tone="yellow" tape="pink" tilt={-0.4} className={styles.card} aria-labelledby="start-title">
      <TurnPicture />
      <h2 id="start-title" className={styles.title}>
        Ready To Play?
      </h2>
      <p className={styles.note}>Tap below to jump in</p>
      <Button tone="primary" size="large" icon={<Play aria-hidden />} busy={isBusy} onClick={start}>
        Start Playing
      </Button>
    </Scrap>
  )
}
