import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { saveProfile } from '../../session/session.ts'
import { useUsername } from '../../session/use-username.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UsernameField } from '../../ui/username-field.tsx'
import styles from './username-editor.module.css'

/** Shows and edits the player's name. */
export function UsernameEditor({ user }: { user: UserView }) {
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }
  if (isEditing) return <Form user={user} onDone={close} />
  return (
    <div className={styles.view}>
      <h2 className={styles.name} translate="no">
        {user.username}
      </h2>
      <IconButton ref={editButton} label="Edit username" onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
    </div>
  )
}

function Form({ user, onDone }: { user: UserView; onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const draft = useUsername(user.username, () => setProblem(null))
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.name === user.username) return onDone()
    if (!(await draft.check())) return setProblem('Please fix the username error before saving')
    if (user.avatar === null) return setProblem('Avatar is required')
    setBusy(true)
    setProblem(null)
    try {
      await saveProfile({ username: draft.name })
      onDone()
    } catch (error) {
      console.info('The name was not saved:', error)
      setProblem(
        draft.refuse(error)
          ? 'Please fix the username error before saving'
          : 'Failed to update profile. Please try again.',
      )
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <UsernameField draft={draft} note={draft.error && problem} inputRef={field} />
      {problem && !draft.error && <Notice tone="red">{problem}</Notice>}
      <div className={styles.actions}>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" tone="primary" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
