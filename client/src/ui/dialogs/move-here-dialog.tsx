import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { MOVE } from '@inkling/mock-server/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PATHS } from '../../paths.ts'
import { moveHere } from '../../session/server/account.ts'
import { messageOf } from '../../session/session.ts'
import { useUser } from '../../session/session-store.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Dialog } from './dialog.tsx'
import styles from './move-here-dialog.module.css'
import { Notice } from './notice.tsx'

interface MoveHereDialogProps {
  /** From a link; empty if the player types it. */
  code: string
  onClose: () => void
}

/** Asks for the code of another device, and makes this device one of that player. */
export default function MoveHereDialog({ code: given, onClose }: MoveHereDialogProps) {
  const user = useUser()
  const [code, setCode] = useState(given)
  const move = useMutation({
    mutationFn: async (replace: boolean) => {
      await moveHere(code, replace)
      window.location.assign(PATHS.home)
    },
  })
  const [mustReplace, setMustReplace] = useState(false)
  const start = () =>
    move.mutate(mustReplace, { onError: (error) => setMustReplace((before) => before || hasPlayer(error)) })
  const isComplete = code.replace(/[^A-Za-z0-9]/g, '').length >= MOVE.codeLength
  return (
    <Dialog
      title="I already play"
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="small"
            tone={mustReplace ? 'danger' : 'primary'}
            busy={move.isPending}
            disabled={!isComplete}
            onClick={start}
          >
            {mustReplace ? 'Replace and continue' : 'Continue'}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>On the other device, open Profile and choose "Play on another device". It shows a code.</p>
        <Field
          label="Code"
          value={code}
          autoCapitalize="characters"
          spellCheck={false}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && isComplete && !move.isPending && !mustReplace) start()
          }}
          onChange={(event) => {
            setCode(event.target.value.toUpperCase())
            setMustReplace(false)
          }}
        />
        {mustReplace && (
          <Notice title={`This device already plays as ${user?.username ?? 'somebody'}`}>
            That player stays in its games and its group, but nobody can play as them from here any more.
          </Notice>
        )}
        {move.error && !hasPlayer(move.error) && (
          <Notice tone="red">{messageOf(move.error, 'This did not work. Please try again.')}</Notice>
        )}
      </div>
    </Dialog>
  )
}

const hasPlayer = (error: Error): boolean =>
  error instanceof ApiError && error.message.startsWith('This device already')
