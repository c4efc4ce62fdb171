/* `@inkling/mock-server/push-channels` (Node): which notifications a configuration sends. */

export { channelsOff } from '../server/platform/push/push-channels.ts'
