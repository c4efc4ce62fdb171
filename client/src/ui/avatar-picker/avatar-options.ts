/**
 * The avatars to choose from: 20 drawn by hand, and three styles generated from a seed.
 */

const CUSTOM = [
  '1-girl',
  '2-boy',
  '3-cat',
  '4-dog',
  '5-mustache',
  '6-pencil',
  '7-brush',
  '8-bucket',
  '9-easle',
  '10-fish',
  '11-cheetah',
  '12-dog',
  '13-frog',
  '14-mouse',
  '15-parrot',
  '16-shark',
  '17-giraffe',
  '18-penguin',
  '19-elephant',
  '20-butterfly',
] as const

/** Names for files whose own names mislead: one is misspelt, and two are dogs. */
const LABELS: Readonly<Record<string, string>> = { '9-easle': 'easel', '12-dog': 'poodle' }

export const AVATAR_STYLES = {
  custom: { label: 'Drawn', count: CUSTOM.length, canRefresh: false },
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
    return CUSTOM.map((name) => ({
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

export const randomSeed = (): string => crypto.randomUUID().slice(0, 8)
