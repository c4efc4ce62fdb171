import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useUsername } from '../../session/names/use-username.ts'
import { saveProfile } from '../../session/session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { UsernameField } from '../../ui/controls/username-field.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Name } from '../../ui/players/name.tsx'
import styles from './username-editor.module.css'

const FIX_NAME = 'Please fix the username error before saving'

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
      <h2 className={styles.name}>
        <Name>{user.username}</Name>
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
  const saving = useMutation({
    mutationFn: () => saveProfile({ username: draft.name }),
    onSuccess: onDone,
    onError: (error) =>
      setProblem(draft.refuse(error) ? FIX_NAME : 'Failed to update profile. Please try again.'),
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.name === user.username) return onDone()
    if (!(await draft.check())) return setProblem(FIX_NAME)
    if (user.avatar === null) return setProblem('Avatar is required')
    setProblem(null)
    saving.mutate()
  }
  return (
    <form className="stack gap-3 full" onSubmit={(event) => void save(event)} noValidate>
      <UsernameField draft={draft} note={draft.error && problem} inputRef={field} />
      {problem && !draft.error && <Notice tone="red">{problem}</Notice>}
      <div className={styles.actions}>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="small" tone="primary" busy={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
