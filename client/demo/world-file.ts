/** Where the demo finds the world that it begins with, and its builder leaves it. */
export const DEMO_WORLD_FILE = 'demo-world.json'
/** Ids, words and pictures of the demo derive from it. */
export const DEMO_SEED = 'demo'
