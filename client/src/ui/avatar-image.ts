/** The path of the avatars on every server of the game. */
const OWN_AVATARS = '/avatars/'

/**
 * The address of an avatar's image on this site. An avatar of the game has the same path on every host, so it is shown
 * wherever it was chosen.
 * @returns null for an emoji, an initial, and an image of another site: loading that would reveal the viewer to that
 * site
 */
export function avatarImage(avatar: string | null): string | null {
  if (!avatar?.startsWith('http') || !URL.canParse(avatar)) return null
  const { pathname, search, origin } = new URL(avatar)
  if (pathname.startsWith(OWN_AVATARS)) return pathname + search
  return origin === window.location.origin ? avatar : null
}

/** The replacement for a missing image: the player's emoji, or the first letter of the name (spec section 2). */
export const avatarFallback = (username: string, avatar: string | null): string =>
  avatar && !avatar.startsWith('http') ? avatar : (Array.from(username)[0] ?? '?').toUpperCase()
