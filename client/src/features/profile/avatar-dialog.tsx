import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { useState } from 'react'
import { saveProfile } from '../../session/session.ts'
import { AvatarPicker } from '../../ui/avatar-picker/avatar-picker.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'

/** Changes the avatar. Saving without a change just closes the dialog. */
export function AvatarDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [avatar, setAvatar] = useState(user.avatar)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (avatar === null || avatar === user.avatar) return onClose()
    setBusy(true)
    setProblem(null)
    try {
      await saveProfile({ avatar })
      onClose()
    } catch (error) {
      console.info('The avatar was not saved:', error)
      setProblem('Failed to update avatar. Please try again.')
      setBusy(false)
    }
  }
  return (
    <EditDialog title="Choose your avatar" isBusy={isBusy} problem={problem} onSave={save} onClose={onClose}>
      <AvatarPicker
        value={avatar}
        onChange={setAvatar}
        styles={['custom', 'adventurer', 'bottts', 'rings']}
      />
    </EditDialog>
  )
}
