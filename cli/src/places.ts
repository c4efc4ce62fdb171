import { fileURLToPath } from 'node:url'

/*
 * Paths of files outside the bundle. They are the same relative to this module in cli/src, to the bundle in cli/dist, and
 * in the package, which has the folders of the checkout. Other modules import them from here.
 */

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The command itself, for child processes. */
export const BINARY = place('../bin/inkling.mjs')
/** The built client. */
export const CLIENT = place('../../client/dist')
/** The shipped scenarios. */
export const SCENARIOS = place('../../scenarios/library')
/** The JSON Schema of scenario files. */
export const SCENARIO_SCHEMA = place('../../scenarios/scenario.schema.json')
/** The shipped load profiles. */
export const LOAD_PROFILES = place('../../scenarios/load/profiles/')
/** The files that `scenario init` copies. */
export const STARTER = place('../../scenarios/starter')
