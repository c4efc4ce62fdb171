import { useMutation } from '@tanstack/react-query'
import { instantDateText } from '../../../day/locale.ts'
import { toast } from '../../../platform/toast.ts'
import { unblock, useBlocks } from '../../../session/server/safety.ts'
import { messageOf } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Notice } from '../../../ui/dialogs/notice.tsx'
import { Loading } from '../../../ui/page/state-panel.tsx'
import { Avatar } from '../../../ui/players/avatar.tsx'
import { PlayerName } from '../../../ui/players/player-name.tsx'
import styles from './account-panel.module.css'

/** The players whom the player has blocked. */
export function BlockedDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useBlocks()
  const { mutate: release } = useMutation({
    mutationFn: unblock,
    onError: (problem) => toast(messageOf(problem, 'This did not work. Please try again.')),
  })
  return (
    <Dialog title="Blocked players" onClose={onClose}>
      {error && <Notice tone="red">{messageOf(error, 'The list could not be loaded.')}</Notice>}
      {!data && !error && <Loading text="Looking..." />}
      {data?.blocks.length === 0 && <p>You have not blocked anybody.</p>}
      <ul className="stack gap-3">
        {data?.blocks.map((player) => (
          <li key={player.userId} className={styles.person}>
            <Avatar person={player} />
            <span className={styles.words}>
              <PlayerName name={player.username} />
              <span className="text-sm soft">{`since ${instantDateText(player.since)}`}</span>
            </span>
            <Button
              size="small"
              aria-label={`Unblock ${player.username}`}
              onClick={() => release(player.userId)}
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
