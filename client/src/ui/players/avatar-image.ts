/** Every server of the game has its avatars under this path. */
const OWN_AVATARS = '/avatars/'

/**
 * The address of an avatar's image on this site. The game's avatars have the same paths on every host, so one that was
 * chosen on another host is shown too.
 * @returns null for an emoji, an initial, and an image of another site, which would reveal the viewer to that site
 */
export function avatarImage(avatar: string | null): string | null {
  if (!avatar?.startsWith('http') || !URL.canParse(avatar)) return null
  const { pathname, search, origin } = new URL(avatar)
  if (pathname.startsWith(OWN_AVATARS)) return pathname + search
  return origin === window.location.origin ? avatar : null
}
