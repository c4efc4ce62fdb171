/** A world without anything in it. A reset would bring back the world that the server was started with. */
export const EMPTY_WORLD = {
  format: 'inkling-world' as const,
  version: 1 as const,
  users: [],
  groups: [],
  games: [],
  reactions: [],
  pushTokens: [],
  blobs: {},
}
