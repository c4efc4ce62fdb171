import { RadioGroup } from 'radix-ui'
import { setTheme, type Theme, useTheme } from '../../platform/theme.ts'
import { Scrap } from '../../ui/scrap.tsx'
import styles from './theme-choice.module.css'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Like the device' },
  { value: 'light', label: 'Day' },
  { value: 'dark', label: 'Night desk' },
]

/** Paper by day, or a lamp on the desk. */
export function ThemeChoice() {
  const theme = useTheme((state) => state.theme)
  return (
    <Scrap className={styles.choice} aria-labelledby="theme-title">
      <h2 id="theme-title" className={styles.title}>
        Light
      </h2>
      <RadioGroup.Root
        className={styles.options}
        aria-labelledby="theme-title"
        value={theme}
        onValueChange={(value) => setTheme(value as Theme)}
      >
        {THEMES.map(({ value, label }) => (
          <RadioGroup.Item key={value} value={value} className={styles.option}>
            {label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </Scrap>
  )
}
