import { USERNAME } from '../../contract/constants.ts'

/** A name that begins so is one that the server has given to a new player. */
export const DEFAULT_NAME = 'Player'

/**
 * The first problem with a username's form, checked in the order in which the form reports them; null if there is none.
 */
export function usernameProblem(name: string): string | null {
  if (name === '') return 'Username is required'
  if (name.length < USERNAME.min) return 'Username must be at least 2 characters long'
  if (name.length > USERNAME.max) return 'Username must be 20 characters or less'
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    return 'Username can only contain letters, numbers, underscores, and hyphens'
  }
  if (/^[_-]|[_-]$/.test(name)) return 'Username cannot start or end with underscores or hyphens'
  return null
}
