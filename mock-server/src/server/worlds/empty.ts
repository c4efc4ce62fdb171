import type { World } from '../../engine/world/world.ts'

/** A world without users, groups and games. */
export const emptyWorld = ({ seed }: { readonly seed: string }): World => ({
  format: 'inkling-world',
  version: 1,
  seed,
  users: [],
  groups: [],
  games: [],
  reactions: [],
  pushTokens: [],
  blobs: {},
})
