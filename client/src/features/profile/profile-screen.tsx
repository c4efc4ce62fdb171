import { VERSION } from '@inkling/mock-server/contract/constants'
import { BookOpen, FileText, LogOut, ShieldCheck, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { useGroup } from '../../session/group.ts'
import { hasPush } from '../../session/push.ts'
import { logout } from '../../session/session.ts'
import { useUser } from '../../session/session-store.ts'
import { confirm } from '../../ui/alerts.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Loading } from '../../ui/state-panel.tsx'
import { AvatarDialog } from './avatar-dialog.tsx'
import { NotificationsSwitch } from './notifications-switch.tsx'
import styles from './profile-screen.module.css'
import { ThemeChoice } from './theme-choice.tsx'
import { UsernameEditor } from './username-editor.tsx'

const LINKS = [
  { to: PATHS.howToPlay, label: 'How to Play', Icon: BookOpen },
  { to: PATHS.privacyPolicy, label: 'Privacy Policy', Icon: ShieldCheck },
  { to: PATHS.termsOfUse, label: 'Terms of Use', Icon: FileText },
] as const

/** Who the player is here, and how the book looks (spec section 2, Profile screen). */
export default function ProfileScreen() {
  const user = useUser()
  const { data: group } = useGroup()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Page title="Profile">
      {user ? (
        <Scrap tape="green" tilt={-0.4} className={styles.who} aria-label="You">
          <Avatar person={user} size={120} />
          <Button tone="quiet" onClick={() => setChoosing(true)}>
            Change avatar
          </Button>
          <UsernameEditor user={user} />
        </Scrap>
      ) : (
        <Loading text="Looking for you..." />
      )}
      <ThemeChoice />
      {hasPush() && <NotificationsSwitch />}
      <ul className={styles.links}>
        <li>
          <Link to={PATHS.group} className={styles.link}>
            <UsersRound aria-hidden />
            {group ? group.name : user?.groupId ? 'Your group' : 'Find a group'}
          </Link>
        </li>
        {LINKS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              <Icon aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <Button tone="quiet" icon={<LogOut aria-hidden />} onClick={() => void leave()}>
        Log Out
      </Button>
      <p className={styles.version}>Version {VERSION}</p>
      {isChoosing && user && <AvatarDialog user={user} onClose={() => setChoosing(false)} />}
    </Page>
  )
}

/** The app begins anew: signed out in memory, it would still hold what it knows of the player. */
async function leave(): Promise<void> {
  const isSure = await confirm(
    'Log Out?',
    'This device stays known: the next time you begin, you are yourself again.',
    'Log Out',
  )
  if (!isSure) return
  logout()
  window.location.assign(PATHS.home)
}
