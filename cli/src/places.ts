import { fileURLToPath } from 'node:url'

/*
 * Files outside the bundle. The bundle lies in cli/dist, as deep as this module in cli/src, and the package has the
 * folders of the checkout: the addresses hold in all three. Every module that needs such a place imports it from here.
 */

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The command itself, for processes that run it again. */
export const BINARY = place('../bin/inkling.mjs')
/** The built client. */
export const CLIENT = place('../../client/dist')
/** The scenarios that come with the command. */
export const SCENARIOS = place('../../scenarios')
/** The JSON Schema of scenario files. */
export const SCENARIO_SCHEMA = place('../../scenarios/scenario.schema.json')
/** The load profiles that come with the command. */
export const LOAD_PROFILES = place('../../scenarios/load/profiles/')
/** What `scenario init` copies. */
export const STARTER = place('../../scenarios/starter')
