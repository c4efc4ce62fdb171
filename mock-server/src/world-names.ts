/** The named worlds that a server can begin with; apart from their builders, which are large. */
export { WORLD_NAMES } from '@inkling/fixtures/worlds/names'
