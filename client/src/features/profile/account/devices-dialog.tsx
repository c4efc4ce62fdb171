import { useMutation } from '@tanstack/react-query'
import { dateText } from '../../../day/day-text.ts'
import { toast } from '../../../platform/toast.ts'
import { signOutDevice, useDevices } from '../../../session/server/account.ts'
import { messageOf } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Notice } from '../../../ui/dialogs/notice.tsx'
import { Loading } from '../../../ui/page/state-panel.tsx'
import styles from './account-panel.module.css'

/** The devices on which the player plays. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useDevices()
  const { mutate: signOut } = useMutation({
    mutationFn: signOutDevice,
    onError: (problem) => toast(messageOf(problem, 'This did not work. Please try again.')),
  })
  return (
    <Dialog title="Your devices" onClose={onClose}>
      {error && <Notice tone="red">{messageOf(error, 'The list could not be loaded.')}</Notice>}
      {!data && !error && <Loading text="Looking..." />}
      <ul className={styles.people}>
        {data?.devices.map(({ id, current, addedAt, lastSeenAt }, at) => (
          <li key={id} className={styles.person}>
            <span className={styles.words}>
              <strong>{current ? 'This device' : `Device ${at + 1}`}</strong>
              <span className={styles.note}>
                {`since ${dateText(addedAt.slice(0, 10))}, last used ${dateText(lastSeenAt.slice(0, 10))}`}
              </span>
            </span>
            {!current && (
              <Button size="small" aria-label={`Sign out device ${at + 1}`} onClick={() => signOut(id)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
