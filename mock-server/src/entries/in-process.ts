/* `@inkling/mock-server/in-process` (Node): a server without a network. */

export type { Engine } from '../engine/engine.ts'
export { type GameReaction, mayEndAccess } from '../engine/events.ts'
export {
  createInProcessServer,
  IN_PROCESS_ORIGIN,
  type InProcessOptions,
  type SecretsChange,
} from '../server/compose/in-process-server.ts'
