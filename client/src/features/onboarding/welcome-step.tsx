import { Eye, Pencil, UsersRound } from 'lucide-react'
import { pendingGroupCode } from '../../session/device/pending-group-code.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AlreadyPlaying } from '../../ui/dialogs/already-playing.tsx'
import { Logo } from '../../ui/page/logo.tsx'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'
import { Invitation } from '../../ui/players/invitation.tsx'
import styles from './welcome-step.module.css'

const BLURBS = [
  { text: "Draw today's word", Icon: Pencil, tone: 'yellow' },
  { text: 'Guess what others drew', Icon: Eye, tone: 'blue' },
  { text: 'Play with friends', Icon: UsersRound, tone: 'pink' },
] as const

export function WelcomeStep({ onNext }: { onNext: () => void }) {
  return (
    <div className={styles.welcome}>
      <h1 className={styles.mark}>
        <Logo drawn className={styles.logo} />
      </h1>
      <p className={styles.tagline}>Draw, guess and laugh with friends.</p>
      <Invitation note="You join when you have a name." />
      {pendingGroupCode() === null && <GroupPicture />}
      <ul className={styles.blurbs}>
        {BLURBS.map(({ text, Icon, tone }) => (
          <li key={text} className={styles.blurb}>
            <Icon aria-hidden style={{ background: `var(--wash-${tone})` }} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Button tone="primary" size="large" wide onClick={onNext}>
        Get Started
      </Button>
      <AlreadyPlaying>
        {(open) => (
          <Button tone="quiet" size="small" onClick={open}>
            I already play
          </Button>
        )}
      </AlreadyPlaying>
    </div>
  )
}
