import { Bell, BellOff } from 'lucide-react'
import { Switch } from 'radix-ui'
import { useState } from 'react'
import { disablePush, enablePush, isPushOn } from '../../session/push.ts'
import { messageOf } from '../../session/session.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './notifications-switch.module.css'

/** Turns notifications on and off on this device. */
export function NotificationsSwitch() {
  const [isOn, setOn] = useState(isPushOn)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = async (wanted: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      if (!wanted) await disablePush()
      else if (!(await enablePush())) setProblem('Allow notifications in the settings of your device first.')
    } catch (error) {
      setProblem(messageOf(error, 'Notifications could not be changed. Please try again.'))
    }
    setOn(isPushOn())
    setBusy(false)
  }
  return (
    <div>
      <div className={styles.row}>
        {isOn ? <Bell aria-hidden /> : <BellOff aria-hidden />}
        <label htmlFor="notifications" className={styles.label}>
          Notifications
        </label>
        <Switch.Root
          id="notifications"
          className={styles.switch}
          checked={isOn}
          disabled={isBusy}
          onCheckedChange={(wanted) => void change(wanted)}
        >
          <Switch.Thumb className={styles.thumb} />
        </Switch.Root>
      </div>
      {problem && <Notice tone="red">{problem}</Notice>}
    </div>
  )
}
