import { VERSION } from '@inkling/mock-server/contract/constants'
import { BookOpen, FileText, LogOut, ShieldCheck, UsersRound, Volume2, VolumeOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { askToConfirm } from '../../platform/question.ts'
import { play, setSound, useSound } from '../../platform/sound/sound.ts'
import { useGroup } from '../../session/group.ts'
import { logout } from '../../session/session.ts'
import { useUser } from '../../session/session-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SwitchRow } from '../../ui/controls/switch-row.tsx'
import { Card } from '../../ui/page/card.tsx'
import { loadPart } from '../../ui/page/load-part.ts'
import { Page } from '../../ui/page/page.tsx'
import { Loading } from '../../ui/page/state-panel.tsx'
import { Avatar } from '../../ui/players/avatar.tsx'
import { Name } from '../../ui/players/name.tsx'
import { AvatarDialog } from './avatar-dialog.tsx'
import { Notifications } from './notifications.tsx'
import styles from './profile-screen.module.css'
import { Setting } from './setting.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { UsernameEditor } from './username-editor.tsx'

const AccountPanel = loadPart(() => import('./account/account-panel.tsx'))

const LINKS = [
  { to: PATHS.howToPlay, label: 'How to Play', Icon: BookOpen },
  { to: PATHS.privacyPolicy, label: 'Privacy Policy', Icon: ShieldCheck },
  { to: PATHS.termsOfUse, label: 'Terms of Use', Icon: FileText },
] as const

/** The player's profile and settings. */
export default function ProfileScreen() {
  const user = useUser()
  const { data: group } = useGroup()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Page title="Profile" width="wide">
      <div className={styles.profile}>
        {user ? (
          <Card tape="green" tilt={-0.4} className={styles.who} aria-label="You">
            <Avatar person={user} size={120} />
            <Button tone="quiet" onClick={() => setChoosing(true)}>
              Change avatar
            </Button>
            <UsernameEditor user={user} />
          </Card>
        ) : (
          <Loading text="Looking for you..." />
        )}
        <Card className="stack" aria-label="Settings">
          <ThemeChoice />
          <SoundSwitch />
          <Notifications />
        </Card>
        <ul className={styles.links}>
          <li>
            <Link to={PATHS.group} className={styles.link}>
              <UsersRound aria-hidden />
              <span>{group ? <Name>{group.name}</Name> : user?.groupId ? 'Your group' : 'Find a group'}</span>
            </Link>
          </li>
          {LINKS.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                <Icon aria-hidden />
                <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
        <AccountPanel />
        <div className="stack items-center gap-1">
          <Button tone="quiet" icon={<LogOut aria-hidden />} onClick={() => void leave()}>
            Log Out
          </Button>
          <p className="soft text-center">Version {VERSION}</p>
        </div>
      </div>
      {isChoosing && user && <AvatarDialog user={user} onClose={() => setChoosing(false)} />}
    </Page>
  )
}

/** Logs out and reloads the page, whose memory still contains the player's data. */
async function leave(): Promise<void> {
  const isSure = await askToConfirm(
    'Log Out?',
    'This device remembers you: you can continue as yourself at any time.',
    'Log Out',
  )
  if (!isSure) return
  await logout()
  window.location.assign(PATHS.home)
}

const SOUND_TITLE = 'sound'

/** Turns the sounds of the game on and off on this device. */
function SoundSwitch() {
  const { isOn } = useSound()
  const change = (wanted: boolean) => {
    setSound(wanted)
    // A sample; silent if sounds were turned off.
    play('chime')
  }
  return (
    <Setting id={SOUND_TITLE} title="Sounds">
      <SwitchRow
        labelledBy={SOUND_TITLE}
        icon={isOn ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
        text="Pencil, page and chime"
        isOn={isOn}
        onChange={change}
      />
    </Setting>
  )
}
