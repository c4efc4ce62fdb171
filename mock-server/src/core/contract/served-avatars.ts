/** The names of the hand-drawn avatars. */
export const CUSTOM_AVATARS = [
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

const PATH = new RegExp(`^/avatars/(?:adventurer|bottts|rings|custom/(?:${CUSTOM_AVATARS.join('|')}))\\.svg$`)
const OPTIONS = ['seed', 'size', 'radius', 'scale', 'backgroundColor']

/** The path and query of an http(s) address of an avatar that servers of the game generate; null for other addresses. */
export function servedAvatarPath(address: string): string | null {
  if (!(/^https?:/.test(address) && URL.canParse(address))) return null
  const { pathname, search, searchParams } = new URL(address)
  const isKnown = [...searchParams].every(
    ([key, value]) => OPTIONS.includes(key) && /^[\w-]{0,64}$/.test(value),
  )
  return PATH.test(pathname) && isKnown ? pathname + search : null
}
