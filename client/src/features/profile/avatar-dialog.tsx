import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { saveProfile } from '../../session/session.ts'
import { AvatarPicker } from '../../ui/avatar-picker/avatar-picker.tsx'
import { EditDialog } from '../../ui/dialogs/edit-dialog.tsx'

/** Changes the avatar. Saving without a change just closes the dialog. */
export function AvatarDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [avatar, setAvatar] = useState(user.avatar)
  const saving = useMutation({
    mutationFn: (chosen: string) => saveProfile({ avatar: chosen }),
    onSuccess: onClose,
  })
  const save = () => {
    if (avatar === null || avatar === user.avatar) onClose()
    else saving.mutate(avatar)
  }
  return (
    <EditDialog
      title="Choose your avatar"
      isBusy={saving.isPending}
      problem={saving.error && 'Failed to update avatar. Please try again.'}
      onSave={save}
      onClose={onClose}
    >
      <AvatarPicker
        value={avatar}
        onChange={setAvatar}
        styles={['custom', 'adventurer', 'bottts', 'rings']}
      />
    </EditDialog>
  )
}
