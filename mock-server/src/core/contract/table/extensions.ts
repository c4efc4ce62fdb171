/**
 * What a server offers beyond the documented API. `GET /api/extensions` lists those that it has; clients show nothing
 * of the others.
 */
export const EXTENSIONS = [
  'reports',
  'blocks',
  'account',
  'devices',
  'group-safety',
  'push-times',
  'nudges',
  'announcements',
  'previews',
  'invitations',
  'house-player',
] as const

/** `extensions` is the call that lists the others, and `moderation` the admins' side of reports. */
export type Extension = (typeof EXTENSIONS)[number] | 'extensions' | 'moderation'
