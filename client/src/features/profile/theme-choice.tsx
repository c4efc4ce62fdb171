import * as RadioGroup from '@radix-ui/react-radio-group'
import { MonitorSmartphone, MoonStar, Sun } from 'lucide-react'
import { setTheme, type Theme, useTheme } from '../../platform/theme.ts'
import { Setting } from './setting.tsx'
import styles from './theme-choice.module.css'

const TITLE = 'theme'

const THEMES = [
  { theme: 'light', label: 'Day', Icon: Sun },
  { theme: 'dark', label: 'Night', Icon: MoonStar },
  { theme: 'system', label: 'As device', Icon: MonitorSmartphone },
] as const satisfies readonly { theme: Theme; label: string; Icon: typeof Sun }[]

/** Chooses the theme: that of the device, light or dark. */
export function ThemeChoice() {
  const { theme } = useTheme()
  return (
    <Setting id={TITLE} title="Theme">
      <RadioGroup.Root
        className={styles.choice}
        value={theme}
        aria-labelledby={TITLE}
        onValueChange={(value) => {
          const chosen = THEMES.find((one) => one.theme === value)
          if (chosen) setTheme(chosen.theme)
        }}
      >
        {THEMES.map(({ theme: value, label, Icon }) => (
          <RadioGroup.Item key={value} value={value} className={styles.option}>
            <Icon aria-hidden />
            <span>{label}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </Setting>
  )
}
