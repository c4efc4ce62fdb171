/** Where every server of the game has its avatars. */
const OWN_AVATARS = '/avatars/'

/**
 * The address of an avatar's image on this site. An avatar of the game has the same path on every host, so it is shown
 * wherever it was chosen.
 * @returns null for an emoji, an initial, and an image of another site: showing that would tell it who looks at it.
 */
export function avatarImage(avatar: string | null): string | null {
  if (!avatar?.startsWith('http') || !URL.canParse(avatar)) return null
  const { pathname, search, origin } = new URL(avatar)
  if (pathname.startsWith(OWN_AVATARS)) return pathname + search
  return origin === window.location.origin ? avatar : null
}

/** What stands for a player without an image: their emoji, or the first letter of their name (spec section 2). */
export const avatarSign = (username: string, avatar: string | null): string =>
  avatar && !avatar.startsWith('http') ? avatar : (Array.from(username)[0] ?? '?').toUpperCase()
