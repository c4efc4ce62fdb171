import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { GROUP } from '@inkling/mock-server/contract/constants'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cacheGroup } from '../../session/group.ts'
import { groupNameProblem } from '../../session/names/group-name.ts'
import { api } from '../../session/server/api.ts'
import { useHas } from '../../session/server/extensions.ts'
import { AvatarPicker } from '../../ui/avatar-picker/avatar-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { NAME_KEYBOARD } from '../../ui/controls/keyboards.ts'
import { EditDialog } from '../../ui/dialogs/edit-dialog.tsx'
import { loadDialog } from '../../ui/page/load-screen.ts'
import { Avatar } from '../../ui/players/avatar.tsx'
import { GROUP_AVATARS } from './group-avatars.ts'
import styles from './group-form.module.css'

const HostTools = loadDialog(() => import('./host-tools.tsx'))

/** Lets the admin change name and avatar. Sends only changed fields. */
export function GroupSettingsDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const hasHostTools = useHas('group-safety')
  const [name, setName] = useState(group.name)
  const [avatar, setAvatar] = useState(group.avatar)
  // The safety of the group comes first, and a sheet of pictures would hide it.
  const [isChoosing, setChoosing] = useState(false)
  const [nameError, setNameError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const refuse = (problem: string) => {
    setNameError(problem)
    // The same error may have been scrolled out of sight.
    field.current?.focus()
  }
  const saving = useMutation({
    mutationFn: async (changes: { name?: string; avatar?: string }) => {
      const problem = changes.name === undefined ? null : await groupNameProblem(changes.name)
      if (problem !== null) return refuse(problem)
      const changed = await api.updateGroupSettings({ params: { id: group.id }, body: changes })
      await cacheGroup({ ...group, ...changes, ...changed })
      onClose()
    },
  })

  const save = () => {
    const trimmed = name.trim()
    const wrong = nameProblem(trimmed)
    if (wrong !== null) return refuse(wrong)
    setNameError(null)
    const changes = {
      ...(trimmed !== group.name && { name: trimmed }),
      ...(avatar !== null && avatar !== group.avatar && { avatar }),
    }
    if (Object.keys(changes).length === 0) onClose()
    else saving.mutate(changes)
  }

  return (
    <EditDialog
      title="Group Settings"
      isBusy={saving.isPending}
      problem={saving.error && saveProblem(saving.error)}
      onSave={save}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Field
          ref={field}
          {...NAME_KEYBOARD}
          enterKeyHint="done"
          label="Group name"
          value={name}
          error={nameError}
          onChange={(event) => {
            setName(event.target.value)
            setNameError(nameProblem(event.target.value.trim()))
          }}
        />
        {hasHostTools && <HostTools group={group} />}
        {isChoosing || !hasHostTools ? (
          <AvatarPicker value={avatar} onChange={setAvatar} styles={GROUP_AVATARS} />
        ) : (
          <Button
            size="small"
            icon={<Avatar person={{ username: group.name, avatar }} size={32} />}
            onClick={() => setChoosing(true)}
          >
            Change picture
          </Button>
        )}
      </div>
    </EditDialog>
  )
}

/** A refused name is refused again. */
const saveProblem = (error: Error): string =>
  error instanceof ApiError && error.code === 'VALIDATION_FAILED'
    ? error.message
    : 'Failed to save settings. Please try again.'

function nameProblem(name: string): string | null {
  if (name === '') return 'Group name cannot be empty'
  return name.length > GROUP.nameMaxInSettings
    ? `Group name must be ${GROUP.nameMaxInSettings} characters or less`
    : null
}
