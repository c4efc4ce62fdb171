import { fileURLToPath } from 'node:url'

/*
 * Paths of files outside the bundle. The bundle in cli/dist is as deep as this module in cli/src, and the package has
 * the folders of the checkout, so the relative paths hold in all three. Every module imports such paths from here.
 */

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The command itself, for processes that run it again. */
export const BINARY = place('../bin/inkling.mjs')
/** The built client. */
export const CLIENT = place('../../client/dist')
/** The shipped scenarios. */
export const SCENARIOS = place('../../scenarios')
/** The JSON Schema of scenario files. */
export const SCENARIO_SCHEMA = place('../../scenarios/scenario.schema.json')
/** The shipped load profiles. */
export const LOAD_PROFILES = place('../../scenarios/load/profiles/')
/** What `scenario init` copies. */
export const STARTER = place('../../scenarios/starter')
