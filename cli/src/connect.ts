import { ApiError } from '@inkling/mock-server/contract/api-error'
import { type Client, createClient } from '@inkling/mock-server/contract/client'
import type { Door } from '@inkling/scenarios/bots/door'
import { CliError, EXIT } from './cli-error.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Settings } from './settings.ts'

/**
 * The way to the target, for clients and bots.
 * @param transport what sends the calls.
 */
export function doorTo(settings: Settings, transport = fetch): Door {
  const { url, adminKey } = settings
  return {
    baseUrl: url.value,
    fetch: guardedFetch(settings, transport),
    ...(adminKey.value !== undefined && { adminKey: adminKey.value }),
  }
}

/** The typed client of the target: for admin calls, controls, and calls without a player. */
export const connect = (settings: Settings): Client => createClient(doorTo(settings))

/** The typed client of the player who owns a device. */
export async function connectAs(settings: Settings, deviceId: string): Promise<Client> {
  const door = doorTo(settings)
  const { token } = await createClient(door).signInDevice({ body: { deviceId } })
  return createClient({ ...door, token: () => token })
}

/** A client for calls that only a reference server answers. Throws when the target is none. */
export async function controls(settings: Settings): Promise<Client> {
  const client = connect(settings)
  if (settings.dryRun) return client
  try {
    await client.getControlStatus()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    throw new CliError(
      EXIT.runtime,
      `${settings.url.value} has no controls: clock, faults and world are there on a reference server only.`,
    )
  }
  return client
}
