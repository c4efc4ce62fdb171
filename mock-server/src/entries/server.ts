/* `@inkling/mock-server/server` (Node): the server and its processes. */

export { StoreUnavailableError } from '../engine/store.ts'
export { type RunningServer, type ServerOptions, startServer } from '../main.ts'
export { STOP_NOW, Workers } from '../processes/workers.ts'
