import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'

/** A player that a check has created, and who is still there. */
export interface LeftPlayer {
  readonly username: string
  /** Signs in as the player, for example to delete the account. */
  readonly deviceId: string
  readonly reason: string
}

interface Made {
  readonly token: string
  readonly username: string
}

/** Notes the players that sign in for the first time, so that they can be removed at the end. */
export class MadePlayers {
  readonly #made = new Map<string, Made>()

  get count(): number {
    return this.#made.size
  }

  /** The access, with its sign-ins noted. */
  watch(access: ServerAccess): ServerAccess {
    return {
      ...access,
      fetch: async (input, init) => {
        const response = await access.fetch(input, init)
        if (response.ok && new URL(String(input)).pathname === endpoints.signInDevice.path)
          await this.#note(init?.body, response.clone())
        return response
      },
    }
  }

  async #note(sent: unknown, response: Response): Promise<void> {
    const result = endpoints.signInDevice.reply.safeParse(await response.json().catch(() => null))
    const { deviceId } = typeof sent === 'string' ? JSON.parse(sent) : { deviceId: undefined }
    if (!result.success || typeof deviceId !== 'string') return
    const { token, user, isNewUser } = result.data
    if (isNewUser || this.#made.has(deviceId)) this.#made.set(deviceId, { token, username: user.username })
  }

  /** Deletes the accounts of these players. @returns those that are still there. */
  async remove(access: ServerAccess): Promise<LeftPlayer[]> {
    const left = await removeAll(access, this.#made)
    // A device that was added to a player today may not delete the account, but one of the player's others has.
    const again = new Map(left.map(({ deviceId }) => [deviceId, this.#made.get(deviceId) as Made]))
    return removeAll(access, again)
  }
}

async function removeAll(access: ServerAccess, made: ReadonlyMap<string, Made>): Promise<LeftPlayer[]> {
  const left: LeftPlayer[] = []
  for (const [deviceId, { token, username }] of made) {
    try {
      // A player who was signed out, or moved to another device, has another token.
      if (!(await removeAs(access, token))) await removeAs(access, await newToken(access, deviceId))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      left.push({ username, deviceId, reason })
    }
  }
  return left
}

const newToken = async (access: ServerAccess, deviceId: string): Promise<string> =>
  (await clientOf(access).signInDevice({ body: { deviceId } })).token

/** Deletes the account of a token. @returns whether the token is valid. */
async function removeAs(access: ServerAccess, token: string): Promise<boolean> {
  const client = clientOf(access, { token: () => token })
  try {
    // The name may have changed since.
    const { username } = await client.getProfile()
    await client.deleteAccount({ body: { username } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}
