/** Files that the demo loads at its start, at the root of its site. */
export const DEMO_WORLD_FILE = 'demo-world.json'
export const LEXICON_FILE = 'lexicon.bin'
/** The seed of the demo's ids, words and drawings. */
export const DEMO_SEED = 'demo'
