import { leetReadings, partsOf } from './name-parts.ts'

/** A small L looks like a capital I. */
const HOUSE_NAME = /^[il]nky$/

/** Why a player cannot be called Inky where the house plays. */
export const HOUSE_NAME_TAKEN = 'Username is that of the house player. Please choose another one'

/** Whether a username passes for that of the house player. */
export function isHouseName(name: string): boolean {
  const letters = partsOf(name).join('')
  return [letters, ...leetReadings(letters)].some((reading) => HOUSE_NAME.test(reading))
}
