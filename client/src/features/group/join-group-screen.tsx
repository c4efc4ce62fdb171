import { GROUP } from '@inkling/mock-server/contract/constants'
import { cleanGroupCode } from '@inkling/mock-server/contract/group-code'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { useGroupOfCode } from '../../session/group-of-code.ts'
import { joinGroup } from '../../session/join-group.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { CODE_KEYBOARD } from '../../ui/controls/keyboards.ts'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Card } from '../../ui/page/card.tsx'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'
import { membersText } from '../../ui/players/members-text.ts'
import { FormForNonMembers } from './form-for-non-members.tsx'
import styles from './group-form.module.css'

/** Joins a group by its code. */
export default function JoinGroupScreen() {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [isRefused, setRefused] = useState(false)
  const joining = useMutation({
    mutationFn: async () => {
      await joinGroup(code)
      await navigate(PATHS.group, { state: { joined: true } })
    },
  })
  const problem = isRefused
    ? 'Please enter a complete 6-character code'
    : joining.error && 'Group not found or failed to join. Please check the code and try again.'
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isComplete = code.length === GROUP.codeLength

  const join = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) joining.mutate()
    else setRefused(true)
  }

  return (
    <FormForNonMembers title="Join Group">
      <Card tape="blue" tilt={-0.4}>
        <form className={styles.form} onSubmit={join} noValidate>
          <GroupPicture />
          <Field
            ref={field}
            label="Group code"
            hint="Six letters and digits, from a member of the group"
            value={code}
            {...CODE_KEYBOARD}
            enterKeyHint="go"
            error={problem}
            className={styles.code}
            onKeyDown={({ key }) => {
              // Enter does not submit a form whose button is disabled.
              if (key === 'Enter' && !isComplete) setRefused(true)
            }}
            onChange={(event) => {
              setCode(cleanGroupCode(event.target.value))
              setRefused(false)
              joining.reset()
            }}
          />
          {isComplete && !problem && <GroupOfCode code={code} />}
          <Button
            type="submit"
            tone="primary"
            size="large"
            wide
            busy={joining.isPending}
            disabled={!isComplete}
          >
            Join Group
          </Button>
        </form>
      </Card>
    </FormForNonMembers>
  )
}

/** Shows the group of a code before joining; nothing if the lookup fails. */
function GroupOfCode({ code }: { code: string }) {
  const { data: group } = useGroupOfCode(code)
  if (group === undefined) return null
  if (group === null) return <Notice>No group has this code.</Notice>
  return (
    <Notice tone="green" title={group.name}>
      {membersText(group.memberCount)}
    </Notice>
  )
}
