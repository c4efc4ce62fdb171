/* `@inkling/mock-server/push-channels` (Node): which notifications a configuration sends. */

export { channelsOff } from '../compose/push-channels.ts'
