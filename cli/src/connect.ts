import { ApiError } from '@inkling/mock-server/contract/api-error'
import { type Client, createClient } from '@inkling/mock-server/contract/client'
import { PRODUCT } from '@inkling/mock-server/contract/constants'
import type { Door } from '@inkling/scenarios/bots/door'
import { CliError, EXIT } from './cli-error.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Settings } from './settings.ts'

/**
 * The way to the target, for clients and bots.
 * @param transport what sends the calls.
 */
export function doorTo(settings: Settings, transport = fetch): Door {
  return {
    baseUrl: settings.url.value,
    fetch: guardedFetch(settings, transport),
    // Looked up at each call: a server in memory has another key when it starts again.
    adminKey: () => settings.adminKey.value,
  }
}

/** The typed client of the target: for admin calls, controls, and calls without a player. */
export function connect(settings: Settings): Client {
  const door = doorTo(settings)
  return createClient({ ...door, fetch: namingStrangers(settings, door.fetch) })
}

/** What to say of a server whose answers are none of this API. */
export const stranger = ({ url }: Settings): CliError =>
  new CliError(
    EXIT.runtime,
    `${url.value} answers with what no Inkling server says: name another one with --target.`,
  )

/** Names a server that answers with what is no JSON. */
function namingStrangers(settings: Settings, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const json = response.json.bind(response)
    response.json = () =>
      json().catch((error: unknown) => {
        throw error instanceof SyntaxError && response.ok ? stranger(settings) : error
      })
    return response
  }
}

/** The typed client of the player who owns a device. */
export async function connectAs(settings: Settings, deviceId: string): Promise<Client> {
  const plain = doorTo(settings)
  const door = { ...plain, fetch: namingStrangers(settings, plain.fetch) }
  const { token } = await createClient(door).signInDevice({ body: { deviceId } })
  return createClient({ ...door, token: () => token })
}

/** A client for calls that only a reference server answers. Throws when the target is none. */
export async function controls(settings: Settings): Promise<Client> {
  const client = connect(settings)
  if (settings.dryRun) return client
  try {
    const { product } = await client.getControlStatus()
    if (product !== PRODUCT) throw stranger(settings)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    throw new CliError(
      EXIT.runtime,
      `${settings.url.value} has no controls: clock, faults and world are there on a reference server only.`,
    )
  }
  return client
}
