import { VERSION } from '@inkling/mock-server/contract/constants'
import { Camera, Pencil, UsersRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { saveProfile } from '../../session/session.ts'
import { useUser } from '../../session/session-store.ts'
import { useUsername } from '../../session/use-username.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { UsernameField } from '../../ui/username-field.tsx'
import { AvatarDialog } from './avatar-dialog.tsx'
import styles from './profile-screen.module.css'
import { ThemeChoice } from './theme-choice.tsx'

const TEXTS = [
  { to: PATHS.howToPlay, label: 'How to Play' },
  { to: PATHS.privacyPolicy, label: 'Privacy Policy' },
  { to: PATHS.termsOfUse, label: 'Terms of Use' },
] as const

/** Who the player is to the others (spec section 2, Profile screen). */
export default function ProfileScreen() {
  const user = useUser()
  const [choosing, setChoosing] = useState(false)
  if (!user) return null
  return (
    <Page title="Profile">
      <Scrap tone="blue" tape="pink" className={styles.card}>
        <div className={styles.face}>
          <Avatar person={user} size={120} />
          <IconButton label="Change avatar" className={styles.change} onClick={() => setChoosing(true)}>
            <Camera aria-hidden />
          </IconButton>
        </div>
        <Username name={user.username} avatar={user.avatar} />
      </Scrap>
      <ButtonLink to={PATHS.group} wide icon={<UsersRound aria-hidden />}>
        {user.groupId === null ? 'Find a group' : 'My Group'}
      </ButtonLink>
      <ThemeChoice />
      <ul className={styles.links}>
        {TEXTS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
      <p className={styles.version}>Version {VERSION}</p>
      {choosing && <AvatarDialog avatar={user.avatar} onClose={() => setChoosing(false)} />}
    </Page>
  )
}

/** The name, to read or to change. */
function Username({ name, avatar }: { name: string; avatar: string | null }) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <UsernameForm name={name} avatar={avatar} onClose={() => setEditing(false)} />
  return (
    <div className={styles.name}>
      <h2>{name}</h2>
      <IconButton label="Edit username" onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
    </div>
  )
}

const FIX_NAME = 'Please fix the username error before saving'

function UsernameForm({
  name,
  avatar,
  onClose,
}: {
  name: string
  avatar: string | null
  onClose: () => void
}) {
  const draft = useUsername(name)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (avatar === null) return setProblem('Please choose an avatar first')
    if (draft.name === name) return onClose()
    if (!(await draft.check())) return setProblem(FIX_NAME)
    setBusy(true)
    setProblem(null)
    try {
      await saveProfile({ username: draft.name })
      onClose()
    } catch (error) {
      console.info('The profile was not saved:', error)
      setProblem(draft.refuse(error) ? FIX_NAME : 'Failed to update profile. Please try again.')
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className={styles.form} noValidate>
      <UsernameField draft={draft} />
      {problem && <Notice tone="red">{problem}</Notice>}
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}
