import { randomBytes } from 'node:crypto'
import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { person } from '@inkling/scenarios/bots/people'
import { profileProblem } from '@inkling/scenarios/bots/profile-problem'
import { connect, signUp } from '../../calls/connect.ts'
import { type Listed, type PageOptions, readPages } from '../../calls/listed.ts'
import { groupNamesOf } from '../../calls/names.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'

/**
 * Creates a player with a new device id.
 * @throws {CliError} for a name or avatar that the server would refuse. No player is created then.
 */
export async function newUser(
  settings: Settings,
  name: string | undefined,
  avatar: string | undefined,
): Promise<UserView & { deviceId: string }> {
  const problem = await profileProblem({
    ...(name !== undefined && { username: name }),
    ...(avatar !== undefined && { avatar }),
  })
  if (problem !== null) throw new CliError(EXIT.usage, `${problem}. No player was created.`)
  const deviceId = `device_${randomBytes(16).toString('hex')}`
  const client = await signUp(settings, deviceId)
  const user = await client.updateProfile({
    body: {
      ...person(deviceId),
      ...(name !== undefined && { username: name }),
      ...(avatar !== undefined && { avatar }),
      finishedOnboarding: true,
    },
  })
  return { ...user, deviceId }
}

interface UserSearch extends PageOptions {
  readonly find?: string
  readonly group?: string
}

/** Players with the name of their group. */
export async function listUsers(settings: Settings, options: UserSearch): Promise<Listed> {
  const client = connect(settings)
  const { items, next } = await readPages(
    ({ group, ...search }) => client.listUsers({ query: { ...search, groupId: group } }),
    options,
  )
  const groups = await groupNamesOf(
    client,
    items.map(({ groupId }) => groupId),
  )
  const named = items.map((item) => ({ ...item, groupName: groups.get(String(item.groupId)) ?? null }))
  return { items: named, next }
}
