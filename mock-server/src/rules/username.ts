import { USERNAME } from '../contract/constants.ts'

/** What is wrong with the form of a username, in the spec's order and words; null when nothing is (section 5). */
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
