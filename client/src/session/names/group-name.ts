import { loadGroupNameCheck } from '@inkling/mock-server/rules/username/group-name-check'

/** The problem with a group name, by the check that the server has too; null if there is none. */
export async function groupNameProblem(name: string): Promise<string | null> {
  try {
    return (await loadGroupNameCheck())(name)
  } catch (error) {
    // The server checks the name again when it is saved.
    console.info('The word lists did not load:', error)
    return null
  }
}
