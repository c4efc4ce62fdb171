import { CUSTOM_AVATARS } from '@inkling/mock-server/contract/served-avatars'
import { avatarImage } from '../players/avatar-image.ts'

/**
 * The avatars to choose from: 20 drawn by hand, and three styles generated from a seed.
 */

/** Names for files whose own names mislead: one is misspelt, and two are dogs. */
const LABELS: Readonly<Record<string, string>> = { '9-easle': 'easel', '12-dog': 'poodle' }

export const AVATAR_STYLES = {
  custom: { label: 'Drawn', count: CUSTOM_AVATARS.length, canRefresh: false },
  adventurer: { label: 'Adventurer', count: 20, canRefresh: true },
  bottts: { label: 'Robots', count: 20, canRefresh: true },
  rings: { label: 'Rings', count: 12, canRefresh: true },
} as const

export type AvatarStyle = keyof typeof AVATAR_STYLES

export interface AvatarOption {
  /** The stored value: an absolute address. */
  url: string
  label: string
}

/**
 * The sizes of avatars in the grid, and of the selected one. Five of the former do not fit side by side on
 * a phone, where they are smaller.
 */
export const PREVIEW = { option: 80, chosen: 120 } as const

/** The options of a style; generated ones depend on the seed. `origin` is the page's. */
export function avatarOptions(style: AvatarStyle, seed: string, origin: string): AvatarOption[] {
  if (style === 'custom') {
    return CUSTOM_AVATARS.map((name) => ({
      url: `${origin}/avatars/custom/${name}.svg`,
      label: LABELS[name] ?? name.replace(/^\d+-/, ''),
    }))
  }
  const { count, label } = AVATAR_STYLES[style]
  return Array.from({ length: count }, (_, at) => ({
    url: `${origin}/avatars/${style}.svg?seed=${seed}${at}&size=${PREVIEW.chosen}`,
    label: `${label} ${at + 1}`,
  }))
}

/** The style of a stored avatar, whichever host it was chosen on; undefined for an emoji, an initial, and no avatar. */
export const styleOf = (avatar: string | null): AvatarStyle | undefined =>
  (Object.keys(AVATAR_STYLES) as AvatarStyle[]).find((style) =>
    avatarImage(avatar)?.match(`^/avatars/${style}[/.]`),
  )

/** Whether two stored avatars are the same image. */
export const isSameAvatar = (one: string | null, other: string | null): boolean =>
  one === other || (avatarImage(one) !== null && avatarImage(one) === avatarImage(other))

/** The options of a style. A generated avatar, which another seed does not bring back, is the first if it is the present one. */
export function optionsWith(now: string | null, style: AvatarStyle, seed: string, origin: string) {
  const options = avatarOptions(style, seed, origin)
  const [first, ...others] = options
  const isMissing = styleOf(now) === style && !options.some(({ url }) => isSameAvatar(url, now))
  return now !== null && first && isMissing && AVATAR_STYLES[style].canRefresh
    ? [{ ...first, url: now }, ...others]
    : options
}

export const randomSeed = (): string => crypto.randomUUID().slice(0, 8)

/** A drawn avatar, other than the present one. */
export function randomAvatar(origin: string, random: () => number, now: string | null = null): string {
  const others = avatarOptions('custom', '', origin).filter(({ url }) => url !== now)
  return (others[Math.floor(random() * others.length)] as AvatarOption).url
}
