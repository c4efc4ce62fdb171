import { Eye, Pencil, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { pendingGroupCode } from '../../session/device/pending-group-code.ts'
import { useHas } from '../../session/server/extensions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { loadScreen } from '../../ui/page/load-screen.ts'
import { Logo } from '../../ui/page/logo.tsx'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'
import { Invitation } from '../../ui/players/invitation.tsx'
import styles from './welcome-step.module.css'

const BLURBS = [
  { text: "Draw today's word", Icon: Pencil, tone: 'yellow', tilt: -1.2 },
  { text: 'Guess what others drew', Icon: Eye, tone: 'blue', tilt: 0.8 },
  { text: 'Play with friends', Icon: UsersRound, tone: 'pink', tilt: -0.6 },
] as const

const MoveHereDialog = loadScreen(() => import('../../ui/dialogs/move-here-dialog.tsx'))

/** For players who have a code from another device; nothing on servers without devices. */
function AlreadyPlaying() {
  const [isOpen, setOpen] = useState(false)
  if (!useHas('devices')) return null
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        I already play
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoveHereDialog code="" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export function WelcomeStep({ onNext }: { onNext: () => void }) {
  return (
    <div className={styles.welcome}>
      <h1 className={styles.mark}>
        <Logo drawn className={styles.logo} />
      </h1>
      <p className={styles.tagline}>Draw, guess and laugh with friends, one page a day.</p>
      <Invitation />
      {pendingGroupCode() === null && <GroupPicture />}
      <ul className={styles.blurbs}>
        {BLURBS.map(({ text, Icon, tone, tilt }) => (
          <Card key={text} as="li" tone={tone} tilt={tilt} className={styles.blurb}>
            <Icon aria-hidden />
            <span>{text}</span>
          </Card>
        ))}
      </ul>
      <Button tone="primary" size="large" wide onClick={onNext}>
        Get Started
      </Button>
      <AlreadyPlaying />
    </div>
  )
}
