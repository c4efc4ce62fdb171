import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { dateTimeText, timeText } from '../day/locale.ts'
import { PATHS } from '../paths.ts'
import { serverNow } from '../platform/server-clock.ts'
import { toast } from '../platform/toast.ts'
import { forgetFormerCode, formerCode } from '../session/device/former-code.ts'
import { acknowledgeDevice, spelledCode } from '../session/server/account.ts'
import { useUser } from '../session/session-store.ts'
import { Button } from '../ui/controls/button.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Notice } from '../ui/dialogs/notice.tsx'

/** On Home: that another device has joined, until it is read, and the code of a player who was given up, until it ends. */
export default function DeviceNotices() {
  const newDevice = useUser()?.newDevice
  const { pathname } = useLocation()
  if (pathname !== PATHS.home) return null
  return (
    <div className="notices">
      {newDevice && <NewDevice key={newDevice.at} at={newDevice.at} />}
      <FormerPlayer />
    </div>
  )
}

function NewDevice({ at }: { at: string }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => acknowledgeDevice(at),
    onError: () => toast('This did not work. Please try again.'),
  })
  return (
    <Notice
      title="A new device plays as you"
      actions={
        <>
          <Button
            size="small"
            busy={isPending}
            onClick={() => {
              mutate()
              void navigate(PATHS.profile, { state: { dialog: 'devices' } })
            }}
          >
            Your devices
          </Button>
          <Button size="small" busy={isPending} onClick={() => mutate()}>
            It was me
          </Button>
        </>
      }
    >
      {`It joined on ${dateTimeText(Date.parse(at))}. If that was not you, sign it out.`}
    </Notice>
  )
}

/** Disappears when the code ends. */
function FormerPlayer() {
  const [former, setFormer] = useState(formerCode)
  const endsAt = former && Date.parse(former.expiresAt)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(() => setFormer(null), endsAt - serverNow())
    return () => clearTimeout(timer)
  }, [endsAt])
  if (!former || endsAt === null) return null
  const dismiss = () => {
    forgetFormerCode()
    setFormer(null)
  }
  return (
    <Notice
      title={`You gave up ${former.username} here`}
      actions={<CopyButton text={former.code} label="Copy Code" />}
      onDismiss={dismiss}
    >
      {`Until ${timeText(endsAt)}, this code brings ${former.username} back, on any device: `}
      <strong translate="no">{spelledCode(former.code)}</strong>
    </Notice>
  )
}
