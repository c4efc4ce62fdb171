import { GROUP } from '@inkling/mock-server/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { cacheGroup, reloadAfterGroupChange } from '../../session/group.ts'
import { groupNameProblem } from '../../session/names/group-name.ts'
import { api } from '../../session/server/api.ts'
import { messageOf } from '../../session/session.ts'
import { AvatarPicker } from '../../ui/avatar-picker/avatar-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { FormBar } from '../../ui/controls/form-bar.tsx'
import { NAME_KEYBOARD } from '../../ui/controls/keyboards.ts'
import { Card } from '../../ui/page/card.tsx'
import { FormForNonMembers } from './form-for-non-members.tsx'
import { GROUP_AVATARS } from './group-avatars.ts'
import styles from './group-form.module.css'

/** Creates a group from a name and an avatar. */
export default function CreateGroupScreen() {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [avatar, setAvatar] = useState<string | null>(null)
  const [nameError, setNameError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const refuse = (problem: string) => {
    setNameError(problem)
    // The same error may have been scrolled out of sight.
    field.current?.focus()
  }
  const creation = useMutation({
    mutationFn: async (chosen: string) => {
      const problem = await groupNameProblem(chosen)
      if (problem !== null) return refuse(problem)
      const group = await api.createGroup({ body: { name: chosen, ...(avatar && { avatar }) } })
      await cacheGroup(group)
      await reloadAfterGroupChange(group.id)
      await navigate(PATHS.group)
    },
  })

  const create = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = name.trim()
    if (trimmed === '') refuse('Please enter a group name')
    else creation.mutate(trimmed)
  }

  return (
    <FormForNonMembers title="Create Group">
      <form className={styles.form} onSubmit={create} noValidate>
        <Field
          ref={field}
          {...NAME_KEYBOARD}
          enterKeyHint="go"
          label="Group name"
          placeholder="The Night Owls"
          value={name}
          maxLength={GROUP.nameMaxAtCreation}
          error={nameError}
          onChange={(event) => {
            setName(event.target.value)
            setNameError(null)
          }}
        />
        <Card tape="green">
          <AvatarPicker value={avatar} onChange={setAvatar} styles={GROUP_AVATARS} />
        </Card>
        <FormBar
          problem={creation.error && messageOf(creation.error, 'Failed to create group. Please try again.')}
        >
          <Button type="submit" tone="primary" size="large" busy={creation.isPending}>
            Create Group
          </Button>
        </FormBar>
      </form>
    </FormForNonMembers>
  )
}
