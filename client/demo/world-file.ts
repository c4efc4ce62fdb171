/** The path of the demo's initial world: written by the builder, fetched by the demo. */
export const DEMO_WORLD_FILE = 'demo-world.json'
/** The seed of the demo's ids, words and pictures. */
export const DEMO_SEED = 'demo'
