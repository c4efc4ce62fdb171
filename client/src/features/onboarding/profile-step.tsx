import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { keepNewDevice } from '../../session/device/device-backup.ts'
import { pendingGroupCode } from '../../session/device/pending-group-code.ts'
import { useGroupOfCode } from '../../session/group-of-code.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useUsername } from '../../session/names/use-username.ts'
import { saveProfile } from '../../session/session.ts'
import { completeOnboarding } from '../../session/session-store.ts'
import { randomAvatar } from '../../ui/avatar-picker/avatar-options.ts'
import { ChosenAvatar, DrawnAvatars } from '../../ui/avatar-picker/avatar-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormBar } from '../../ui/controls/form-bar.tsx'
import { UsernameField } from '../../ui/controls/username-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Avatar } from '../../ui/players/avatar.tsx'
import styles from './profile-step.module.css'

const FIX_NAME = 'Please fix the username error before continuing'

export interface Profile {
  username: string
  avatar: string | null
}

interface ProfileStepProps {
  /** The typed name and selected avatar so far. */
  profile: Profile
  onChange: (change: Partial<Profile>) => void
  onBack: () => void
  onSaved: () => Promise<void>
}

/** The group whose link the player has opened. */
function Joining() {
  const { data: group } = useGroupOfCode(pendingGroupCode())
  if (!group) return null
  return (
    <p className={styles.joining}>
      <Avatar person={{ username: group.name, avatar: group.avatar }} size={28} />
      <span>{`Joining ${isolatedName(group.name)}`}</span>
    </p>
  )
}

/** Asks for name and avatar. An avatar is chosen beforehand, and the name field has the focus. */
export default function ProfileStep({ profile, onChange, onBack, onSaved }: ProfileStepProps) {
  const { avatar } = profile
  const [problem, setProblem] = useState<string | null>(null)
  // The word lists may still be loading.
  const [isChecking, setChecking] = useState(false)
  const draft = useUsername(profile.username, (username) => {
    onChange({ username })
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

  const field = useRef<HTMLInputElement>(null)
  // So that the page stays at its top.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (avatar === null) onChange({ avatar: randomAvatar(window.location.origin, Math.random) })
  }, [avatar, onChange])
  const choose = useCallback(
    (chosen: string) => {
      onChange({ avatar: chosen })
      setProblem(null)
    },
    [onChange],
  )

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isChecking || saving.isPending) return
    if (draft.name === '' || avatar === null) {
      setProblem('Please choose both a username and avatar')
      void draft.check()
      return field.current?.focus()
    }
    setChecking(true)
    const isFine = await draft.check().finally(() => setChecking(false))
    if (!isFine) {
      setProblem(FIX_NAME)
      // Its error may be known since the name was typed, and scrolled out of sight since.
      return field.current?.focus()
    }
    setProblem(null)
    keepNewDevice()
    saving.mutate({ username: draft.name, avatar })
  }

  return (
    <form onSubmit={(event) => void save(event)} className="stack gap-4" noValidate>
      <div>
        <Joining />
        <h1 className="text-3xl">Set Up Your Profile</h1>
      </div>
      <div className={styles.who}>
        <ChosenAvatar value={avatar} isSmall />
        <div className={styles.name}>
          <UsernameField draft={draft} withDice inputRef={field} />
        </div>
      </div>
      <Card tape="pink">
        <DrawnAvatars value={avatar} onChange={choose} />
      </Card>
      <FormBar
        problem={problem}
        note={
          <>
            <span>By playing you accept the</span> {/* In a new tab, so that name and avatar are not lost. */}
            <Link to={PATHS.termsOfUse} target="_blank">
              Terms of Use
            </Link>
          </>
        }
      >
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" tone="primary" busy={isChecking || saving.isPending}>
          Start Playing!
        </Button>
      </FormBar>
    </form>
  )
}
