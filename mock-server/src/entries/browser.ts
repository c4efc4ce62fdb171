/* `@inkling/mock-server/browser`: the server in a page, for the demo. */

export { readLexicon } from '../core/scoring/lexicon.ts'
export { createScorer } from '../core/scoring/lexicon-scorer.ts'
export type { Engine } from '../engine/engine.ts'
export type { Content } from '../engine/ports.ts'
export { restoreWorld } from '../engine/world/restore-world.ts'
export type { World } from '../engine/world/world.ts'
export { ControlledClock } from '../server/control/clock.ts'
export { controlledEngine, derivedSecrets } from '../server/control/controlled-engine.ts'
export { mswHandlers } from '../server/doors/msw/msw.ts'
export { webCodecs } from '../server/platform/web-codecs.ts'
export { LocalStorageStore } from '../server/stores/local-storage/local-storage-store.ts'
