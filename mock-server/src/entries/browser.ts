/* `@inkling/mock-server/browser`: the server in a page, for the demo. */

export { ControlledClock } from '../control/clock.ts'
export { controlledEngine, derivedSecrets } from '../control/controlled-engine.ts'
export { mswHandlers } from '../doors/msw/msw.ts'
export type { Engine } from '../engine/engine.ts'
export type { Content } from '../engine/ports.ts'
export { restoreWorld } from '../engine/world/restore-world.ts'
export type { World } from '../engine/world/world.ts'
export { webCodecs } from '../platform/web-codecs.ts'
export { readLexicon } from '../scoring/lexicon.ts'
export { createScorer } from '../scoring/lexicon-scorer.ts'
export { LocalStorageStore } from '../stores/local-storage/local-storage-store.ts'
