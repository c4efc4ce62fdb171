import { fileURLToPath } from 'node:url'

/** The folder of the shipped scenarios. The path is the same relative to this module and to the bundle in cli/dist. */
export const SHIPPED_LIBRARY = fileURLToPath(new URL('../../scenarios/library/', import.meta.url))
