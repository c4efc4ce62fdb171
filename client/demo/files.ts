/** Files at the root of the demo's site, loaded at its start. */
export const DEMO_WORLD_FILE = 'demo-world.json'
export const LEXICON_FILE = 'lexicon.bin'
/** The seed of the demo's ids, words and drawings. */
export const DEMO_SEED = 'demo'
