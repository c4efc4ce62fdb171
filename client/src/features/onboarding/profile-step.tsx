import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { keepNewDevice } from '../../session/device/device-backup.ts'
import { useUsername } from '../../session/names/use-username.ts'
import { saveProfile } from '../../session/session.ts'
import { completeOnboarding } from '../../session/session-store.ts'
import { AvatarPicker } from '../../ui/avatar-picker/avatar-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { UsernameField } from '../../ui/controls/username-field.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './profile-step.module.css'

const FIX_NAME = 'Please fix the username error before continuing'

interface Profile {
  username: string
  avatar: string | null
}

interface ProfileStepProps {
  /** The typed name and selected avatar so far. */
  profile: Profile
  onChange: (profile: Profile) => void
  onBack: () => void
  onSaved: () => Promise<void>
}

/** Asks for name and avatar. */
export default function ProfileStep({ profile, onChange, onBack, onSaved }: ProfileStepProps) {
  const { avatar } = profile
  const [problem, setProblem] = useState<string | null>(null)
  // The word lists may still be loading.
  const [isChecking, setChecking] = useState(false)
  const draft = useUsername(profile.username, (username) => {
    onChange({ ...profile, username })
    setProblem(null)
  })
  const saving = useMutation({
    mutationFn: (chosen: { username: string; avatar: string }) =>
      saveProfile({ ...chosen, finishedOnboarding: true }),
    onSuccess: () => {
      completeOnboarding()
      return onSaved()
    },
    onError: (error) =>
      setProblem(draft.refuse(error) ? FIX_NAME : 'Failed to save your profile. Please try again.'),
  })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isChecking || saving.isPending) return
    if (draft.name === '' || avatar === null) return setProblem('Please choose both a username and avatar')
    setChecking(true)
    const isFine = await draft.check().finally(() => setChecking(false))
    if (!isFine) return setProblem(FIX_NAME)
    setProblem(null)
    keepNewDevice()
    saving.mutate({ username: draft.name, avatar })
  }

  return (
    <form onSubmit={(event) => void save(event)} className={styles.form} noValidate>
      <h1 className={styles.title}>Set Up Your Profile</h1>
      <UsernameField draft={draft} withDice />
      <Card tape="pink">
        <AvatarPicker
          value={avatar}
          onChange={(chosen) => {
            onChange({ ...profile, avatar: chosen })
            setProblem(null)
          }}
          styles={['custom', 'adventurer', 'bottts']}
        />
      </Card>
      {problem && <Notice tone="red">{problem}</Notice>}
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" tone="primary" busy={isChecking || saving.isPending} className={styles.start}>
          Start Playing!
        </Button>
      </div>
      <p className={styles.terms}>
        <span>By playing you accept the</span> {/* In a new tab, so that name and avatar are not lost. */}
        <Link to={PATHS.termsOfUse} target="_blank">
          Terms of Use
        </Link>
      </p>
    </form>
  )
}
