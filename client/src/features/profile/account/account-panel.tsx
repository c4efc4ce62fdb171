import { useMutation } from '@tanstack/react-query'
import { Ban, Download, KeyRound, MonitorSmartphone, Smartphone, Trash2, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../../../paths.ts'
import { askToConfirm } from '../../../platform/question.ts'
import { saveFile } from '../../../platform/sharing/share-file.ts'
import { toast } from '../../../platform/toast.ts'
import { accountFile, forgetOnThisDevice } from '../../../session/server/account.ts'
import { useExtensions } from '../../../session/server/extensions.ts'
import { messageOf } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AlreadyPlaying } from '../../../ui/dialogs/already-playing.tsx'
import { Card } from '../../../ui/page/card.tsx'
import styles from './account-panel.module.css'
import { BlockedDialog } from './blocked-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DevicesDialog } from './devices-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'

const FILE = 'inkling-my-data.json'

type DialogName = 'move' | 'devices' | 'blocked' | 'delete'

/** What players decide about their account, as far as the server lets them. */
export default function AccountPanel() {
  const { extensions } = useExtensions()
  const { state } = useLocation()
  const navigate = useNavigate()
  // A notice on Home leads to the devices.
  const [open, setOpen] = useState<DialogName | null>(state?.dialog === 'devices' ? 'devices' : null)
  const [bytes, setBytes] = useState(0)
  const download = useMutation({
    mutationFn: async () => {
      setBytes(0)
      saveFile(await accountFile(setBytes), FILE)
      toast(`Saved: ${FILE}`)
    },
    onError: (error) => toast(messageOf(error, 'Your data could not be fetched. Please try again.')),
  })
  const close = () => {
    setOpen(null)
    if (state?.dialog) void navigate('.', { replace: true, state: null })
  }
  const has = (name: string) => extensions.includes(name)
  if (!['account', 'devices', 'blocks'].some(has)) return null

  return (
    <Card className="stack gap-3" aria-label="Your account">
      <h2 className="display text-lg">Your account</h2>
      <ul className={styles.list}>
        {has('devices') && (
          <>
            <Row
              icon={<Smartphone aria-hidden />}
              label="Play on another device"
              onClick={() => setOpen('move')}
            />
            <AlreadyPlaying>
              {(enter) => (
                <Row icon={<KeyRound aria-hidden />} label="Enter a code of another device" onClick={enter} />
              )}
            </AlreadyPlaying>
            <Row
              icon={<MonitorSmartphone aria-hidden />}
              label="Your devices"
              onClick={() => setOpen('devices')}
            />
          </>
        )}
        {has('blocks') && (
          <Row icon={<Ban aria-hidden />} label="Blocked players" onClick={() => setOpen('blocked')} />
        )}
        {has('account') && (
          <>
            <Row
              icon={<Download aria-hidden />}
              label={
                download.isPending && bytes > 0 ? `Downloading: ${kilobytes(bytes)}` : 'Download my data'
              }
              isBusy={download.isPending}
              onClick={() => download.mutate()}
            />
            <Row
              icon={<UserX aria-hidden />}
              label="Forget me on this device"
              onClick={() => void forget()}
            />
            <Row icon={<Trash2 aria-hidden />} label="Delete my account" onClick={() => setOpen('delete')} />
          </>
        )}
      </ul>
      {open === 'move' && <MoveDialog onClose={close} />}
      {open === 'devices' && <DevicesDialog onClose={close} />}
      {open === 'blocked' && <BlockedDialog onClose={close} />}
      {open === 'delete' && <DeleteDialog onClose={close} />}
    </Card>
  )
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`

interface RowProps {
  icon: ReactNode
  label: string
  isBusy?: boolean
  onClick: () => void
}

const Row = ({ icon, label, isBusy = false, onClick }: RowProps) => (
  <li>
    <Button tone="quiet" wide icon={icon} busy={isBusy} className={styles.row} onClick={onClick}>
      {label}
    </Button>
  </li>
)

async function forget(): Promise<void> {
  const isSure = await askToConfirm(
    'Forget you on this device?',
    'Nobody can continue as you here. Without another device or a new code you cannot come back to your name, your group and your history.',
    'Forget me',
    { danger: true },
  )
  if (!isSure) return
  await forgetOnThisDevice()
  window.location.assign(PATHS.home)
}
