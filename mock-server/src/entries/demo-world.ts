/* `@inkling/mock-server/demo-world` (Node): what builds the world of the demo. */

export { LEXICON_FILE, loadLexicon } from '../core/scoring/lexicon-file.ts'
export { createScorer } from '../core/scoring/lexicon-scorer.ts'
export { buildWorld } from '../server/worlds/build-world.ts'
