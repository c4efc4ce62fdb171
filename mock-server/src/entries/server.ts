/* `@inkling/mock-server/server` (Node): the server and its processes. */

export { StoreUnavailableError } from '../engine/store.ts'
export { checkOptions } from '../server/compose/check-options.ts'
export { type RunningServer, type ServerOptions, startServer } from '../server/main.ts'
export { lastConnections } from '../server/processes/last-connections.ts'
export { STOP_NOW, Workers } from '../server/processes/workers.ts'
