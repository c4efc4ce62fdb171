import { randomBytes } from 'node:crypto'
import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { Chance } from '@inkling/scenarios/bots/chance'
import { people } from '@inkling/scenarios/bots/people'
import { connect, connectAs } from '../connect.ts'
import type { Settings } from '../settings.ts'

/** Makes a player and says which device id signs in as them. */
export async function newUser(
  settings: Settings,
  name: string | undefined,
  avatar: string | undefined,
): Promise<UserView & { deviceId: string }> {
  const deviceId = `device_${randomBytes(16).toString('hex')}`
  const client = await connectAs(settings, deviceId)
  const [somebody] = people(new Chance(deviceId), 1)
  const user = await client.updateProfile({
    body: {
      ...somebody,
      ...(name && { username: name }),
      ...(avatar && { avatar }),
      finishedOnboarding: true,
    },
  })
  return { ...user, deviceId }
}

export const showUser = async (settings: Settings, device: string): Promise<UserView> =>
  (await connectAs(settings, device)).getProfile()

export const listUsers = async (settings: Settings): Promise<Record<string, unknown>[]> =>
  (await connect(settings).listUsers()).items
