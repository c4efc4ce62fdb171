import * as Switch from '@radix-ui/react-switch'
import type { ReactNode } from 'react'
import styles from './switch-row.module.css'

interface SwitchRowProps {
  /** The id of the element that labels the switch. */
  labelledBy: string
  icon: ReactNode
  /** Text beside the switch. */
  text: string
  /** The id of the text, if it is the label. */
  textId?: string
  isOn: boolean
  isBusy?: boolean
  onChange: (wanted: boolean) => void
}

/** A labelled switch. */
export function SwitchRow({
  labelledBy,
  icon,
  text,
  textId,
  isOn,
  isBusy = false,
  onChange,
}: SwitchRowProps) {
  return (
    <div className={styles.row}>
      {icon}
      <p id={textId} className={styles.text}>
        {text}
      </p>
      <Switch.Root
        aria-labelledby={labelledBy}
        className={styles.switch}
        checked={isOn}
        disabled={isBusy}
        onCheckedChange={onChange}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </div>
  )
}
