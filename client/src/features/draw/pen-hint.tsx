import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import styles from './pen-hint.module.css'

/** Says why a finger does not draw, and lets it draw. Shown at the first touch that is refused. */
export function PenHint({
  onSwitch,
  onDismiss,
}: {
  onSwitch: (mayFingerDraw: boolean) => void
  onDismiss: () => void
}) {
  const [isOn, setOn] = useState(false)
  const turn = () => {
    setOn(!isOn)
    onSwitch(!isOn)
  }
  return (
    <div className={styles.hint} role="status">
      <span className={styles.text}>While a pen draws, your hand does not.</span>
      <button type="button" role="switch" aria-checked={isOn} className={styles.switch} onClick={turn}>
        <span className={styles.knob} aria-hidden="true" />
        <span>Draw with finger</span>
      </button>
      <IconButton label="Dismiss" className={styles.close} onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
