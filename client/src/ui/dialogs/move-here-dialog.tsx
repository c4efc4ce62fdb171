import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { MOVE } from '@inkling/mock-server/contract/constants'
import type { MovePreview } from '@inkling/mock-server/contract/schemas/account'
import { hasSomethingToLose } from '@inkling/mock-server/rules/players/devices'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PATHS } from '../../paths.ts'
import { moveHere, previewMove } from '../../session/server/account.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { messageOf } from '../../session/session.ts'
import { useSession } from '../../session/session-store.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { CODE_KEYBOARD } from '../controls/keyboards.ts'
import { Avatar } from '../players/avatar.tsx'
import { Dialog } from './dialog.tsx'
import styles from './move-here-dialog.module.css'
import { Notice } from './notice.tsx'

const FAILED = 'This did not work. Please try again.'
const isComplete = (code: string): boolean => code.replace(/[^A-Za-z0-9]/g, '').length >= MOVE.codeLength

interface MoveHereDialogProps {
  /** From a link; empty if the player types it. */
  code: string
  onClose: () => void
}

/** Makes this device one of the player whose code is given or typed, once it is clear whose that is. */
export default function MoveHereDialog({ code: given, onClose }: MoveHereDialogProps) {
  const [typed, setTyped] = useState(given)
  const [code, setCode] = useState(isComplete(given) ? given : null)
  const preview = useQuery({
    queryKey: QUERY.movePreview(code),
    queryFn: () => previewMove(code ?? ''),
    enabled: code !== null,
    gcTime: 0,
    // A wrong code counts each time.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (code !== null && preview.data)
    return <BecomeDialog code={code} player={preview.data} onClose={onClose} />
  const look = () => {
    if (typed === code) void preview.refetch()
    setCode(typed)
  }
  return (
    <Dialog
      title="I already play"
      onClose={onClose}
      problem={preview.error && messageOf(preview.error, FAILED)}
      hasCancel
      actions={
        <Button
          size="small"
          tone="primary"
          busy={preview.isFetching}
          disabled={!isComplete(typed)}
          onClick={look}
        >
          Continue
        </Button>
      }
    >
      <div className="stack gap-3">
        <p>On the other device, open Profile and choose "Play on another device". It shows a code.</p>
        <Field
          label="Code"
          value={typed}
          {...CODE_KEYBOARD}
          enterKeyHint="go"
          onKeyDown={({ key }) => {
            if (key === 'Enter' && isComplete(typed)) look()
          }}
          onChange={(event) => setTyped(event.target.value.toUpperCase())}
        />
      </div>
    </Dialog>
  )
}

interface BecomeDialogProps {
  code: string
  player: MovePreview
  onClose: () => void
}

/** Says whose player this device becomes and what is given up, before anything happens. */
function BecomeDialog({ code, player, onClose }: BecomeDialogProps) {
  // The session changes before the page is left.
  const [user] = useState(() => useSession.getState().user)
  const move = useMutation({
    mutationFn: async (replace: boolean) => {
      await moveHere(code, replace)
      window.location.assign(PATHS.home)
    },
  })
  // The code may be the player's own. The server knows, and it also knows of games.
  const isSame = user?.username === player.username && user.avatar === player.avatar
  const gives =
    (user !== null && hasSomethingToLose(user) && !isSame) ||
    (move.error !== null && isRefusedAsPlayer(move.error))
  return (
    <Dialog
      title="I already play"
      onClose={onClose}
      problem={move.error && !isRefusedAsPlayer(move.error) ? messageOf(move.error, FAILED) : null}
      hasCancel
      actions={
        <Button
          size="small"
          tone={gives ? 'danger' : 'primary'}
          busy={move.isPending}
          onClick={() => move.mutate(gives)}
        >
          {gives ? 'Replace' : 'Continue'}
        </Button>
      }
    >
      <div className="stack gap-3">
        <div className={styles.player}>
          <Avatar person={player} />
          <p>{`You become ${player.username} on this device.`}</p>
        </div>
        <p>
          <strong>Only use a code you made yourself.</strong> With one that somebody sent you, you would play
          as them.
        </p>
        {gives && user && (
          <Notice title={`You give up ${user.username} here`}>
            {`${user.username} stays in ${user.groupId === null ? '' : 'the group and '}past games. For ten minutes, a code brings ${user.username} back.`}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

const isRefusedAsPlayer = (error: Error): boolean =>
  error instanceof ApiError && error.message.startsWith('This device already')
