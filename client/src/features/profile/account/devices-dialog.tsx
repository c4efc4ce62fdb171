import { useMutation } from '@tanstack/react-query'
import { instantDateText } from '../../../day/locale.ts'
import { askToConfirm } from '../../../platform/question.ts'
import { signOutDevice, signOutOthers, useDevices } from '../../../session/server/account.ts'
import { messageOf } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Notice } from '../../../ui/dialogs/notice.tsx'
import { Loading } from '../../../ui/page/state-panel.tsx'
import styles from './account-panel.module.css'

/** The devices on which the player plays. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useDevices()
  const signOut = useMutation({ mutationFn: signOutDevice })
  const others = useMutation({ mutationFn: signOutOthers })
  const problem = signOut.error ?? others.error
  const logOutOthers = async () => {
    const isSure = await askToConfirm(
      'Log out everywhere else?',
      'Your other devices need a new code from this one to play as you again.',
      'Log out',
      { danger: true },
    )
    if (isSure) others.mutate()
  }
  return (
    <Dialog
      title="Your devices"
      onClose={onClose}
      actions={
        data &&
        data.devices.length > 1 && (
          <Button size="small" tone="danger" busy={others.isPending} onClick={() => void logOutOthers()}>
            Log out everywhere else
          </Button>
        )
      }
    >
      <div className="stack gap-3">
        {error && <Notice tone="red">{messageOf(error, 'The list could not be loaded.')}</Notice>}
        {problem && <Notice tone="red">{messageOf(problem, 'This did not work. Please try again.')}</Notice>}
        {!data && !error && <Loading text="Looking..." />}
        <ul className="stack gap-3">
          {data?.devices.map(({ id, current, addedAt, lastSeenAt, name }, at) => (
            <li key={id} className={styles.person}>
              <span className={styles.words}>
                <strong>{current ? thisDeviceText(name) : (name ?? `Device ${at + 1}`)}</strong>
                <span className="text-sm soft">
                  {`since ${instantDateText(addedAt)}, last used ${instantDateText(lastSeenAt)}`}
                </span>
              </span>
              {!current && (
                <Button
                  size="small"
                  aria-label={`Sign out ${name ?? `device ${at + 1}`}`}
                  onClick={() => signOut.mutate(id)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const thisDeviceText = (name: string | undefined): string =>
  name === undefined ? 'This device' : `This device: ${name}`
