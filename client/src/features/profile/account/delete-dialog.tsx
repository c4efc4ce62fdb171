import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PATHS } from '../../../paths.ts'
import { isolatedName } from '../../../session/names/isolated-name.ts'
import { deleteAccount } from '../../../session/server/account.ts'
import { messageOf } from '../../../session/session.ts'
import { useUser } from '../../../session/session-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { NAME_KEYBOARD } from '../../../ui/controls/keyboards.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './account-panel.module.css'

/** Says what deleting the account does, and asks for the name so that it does not happen by accident. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const name = useUser()?.username ?? ''
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await deleteAccount(name)
      window.location.assign(PATHS.home)
    },
  })
  // Keyboards begin with a capital, or do not.
  const isRight = typed.trim().toLowerCase() === name.toLowerCase()
  return (
    <Dialog
      isAlert
      title="Delete my account"
      onClose={onClose}
      problem={error && messageOf(error, 'Your account was not deleted. Please try again.')}
      hasCancel
      actions={
        <Button size="small" tone="danger" busy={isPending} disabled={!isRight} onClick={() => mutate()}>
          Delete for good
        </Button>
      }
    >
      <div className={styles.dialog}>
        <p>This cannot be undone:</p>
        <ul>
          <li>Your name, avatar, history, devices and notifications are deleted.</li>
          <li>What you drew and guessed is removed from past games, which then say "Former player".</li>
          <li>
            Only what somebody has reported stays for our moderators until they decide, at most 30 days.
          </li>
          <li>You leave your group. If you are its last member, it is deleted.</li>
        </ul>
        <Field
          label={`Type ${isolatedName(name)} to delete it`}
          value={typed}
          {...NAME_KEYBOARD}
          enterKeyHint="done"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
