/* `@inkling/mock-server/demo-world` (Node): what builds the world of the demo. */

export { LEXICON_FILE, loadLexicon } from '../scoring/lexicon-file.ts'
export { createScorer } from '../scoring/lexicon-scorer.ts'
export { buildWorld } from '../worlds/build-world.ts'
