import { servedAvatarPath } from '../core/contract/served-avatars.ts'

/** An avatar with the server's own origin, whichever host the client has chosen it on (API.md, Players and tokens). */
export function ownAvatar({ origin }: { readonly origin: string }, avatar: string): string {
  const path = servedAvatarPath(avatar)
  return path === null ? avatar : origin + path
}
