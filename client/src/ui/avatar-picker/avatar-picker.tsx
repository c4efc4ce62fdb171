import * as RadioGroup from '@radix-ui/react-radio-group'
import * as Tabs from '@radix-ui/react-tabs'
import { clsx } from 'clsx'
import { Dices, RefreshCw } from 'lucide-react'
import { memo, useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { avatarImage } from '../players/avatar-image.ts'
import {
  AVATAR_STYLES,
  type AvatarOption,
  type AvatarStyle,
  avatarOptions,
  isSameAvatar,
  optionsWith,
  PREVIEW,
  randomAvatar,
  randomSeed,
  styleOf,
} from './avatar-options.ts'
import styles from './avatar-picker.module.css'

interface AvatarPickerProps {
  value: string | null
  onChange: (avatar: string) => void
  styles: readonly [AvatarStyle, ...AvatarStyle[]]
}

/** The chosen avatar; a question mark without one. */
export function ChosenAvatar({ value, isSmall = false }: { value: string | null; isSmall?: boolean }) {
  const image = avatarImage(value)
  const size = isSmall ? PREVIEW.option : PREVIEW.chosen
  return (
    <div className={clsx(styles.chosen, isSmall && styles.small)}>
      {image ? (
        <img src={image} alt="The avatar you chose" width={size} height={size} />
      ) : (
        <span className={styles.nobody}>{value?.startsWith('http') ? '?' : (value ?? '?')}</span>
      )}
    </div>
  )
}

/** The image of an option; its name, if the image does not load. */
function Face({ url, label }: { url: string; label: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <span className={styles.word}>{label}</span>
  return (
    <img
      src={url}
      alt=""
      width={PREVIEW.option}
      height={PREVIEW.option}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}

interface GridProps extends Omit<AvatarPickerProps, 'styles'> {
  style: AvatarStyle
  options: readonly AvatarOption[]
}

const Grid = ({ style, options, value, onChange }: GridProps) => (
  <RadioGroup.Root
    className={styles.grid}
    data-count={AVATAR_STYLES[style].count}
    value={options.find(({ url }) => isSameAvatar(url, value))?.url ?? null}
    onValueChange={onChange}
    aria-label={`${AVATAR_STYLES[style].label} avatars`}
  >
    {options.map(({ url, label }) => (
      <RadioGroup.Item key={url} value={url} aria-label={label} className={styles.option}>
        <Face url={url} label={label} />
      </RadioGroup.Item>
    ))}
  </RadioGroup.Root>
)

// Both are memoized, so that a name typed in the same form does not render twenty avatars for each letter.

/** The drawn avatars, and a dice that chooses one of them, for a form that shows the chosen one itself. */
export const DrawnAvatars = memo(({ value, onChange }: Omit<AvatarPickerProps, 'styles'>) => (
  <div className={styles.drawn}>
    <IconButton
      label="Random avatar"
      onClick={() => onChange(randomAvatar(window.location.origin, Math.random, value))}
    >
      <Dices aria-hidden />
    </IconButton>
    <Grid
      style="custom"
      options={avatarOptions('custom', '', window.location.origin)}
      value={value}
      onChange={onChange}
    />
  </div>
))

/** A sheet of stickers to choose an avatar from. It opens at the present one. */
export const AvatarPicker = memo(({ value, onChange, styles: offered }: AvatarPickerProps) => {
  const newSheet = () => ({ seed: randomSeed(), kept: value })
  const [{ seed, kept }, setSheet] = useState(newSheet)
  const present = styleOf(value)
  const opensAt = present && offered.includes(present) ? present : offered[0]
  return (
    <Tabs.Root className="stack items-center gap-3" defaultValue={opensAt}>
      <ChosenAvatar value={value} />
      <Tabs.List className={styles.tabs} aria-label="Avatar style">
        {offered.map((style) => (
          <Tabs.Trigger key={style} value={style} className={styles.tab}>
            {AVATAR_STYLES[style].label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {offered.map((style) => (
        <Tabs.Content key={style} value={style} className={styles.sheet} tabIndex={-1}>
          <Grid
            style={style}
            options={optionsWith(kept, style, seed, window.location.origin)}
            value={value}
            onChange={onChange}
          />
          {AVATAR_STYLES[style].canRefresh && (
            <Button
              tone="quiet"
              className={styles.refresh}
              icon={<RefreshCw aria-hidden />}
              onClick={() => setSheet(newSheet)}
            >
              Show others
            </Button>
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
})
