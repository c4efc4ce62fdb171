import { createHash } from 'node:crypto'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { type Client, createClient } from '@inkling/mock-server/contract/client/client'
import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { CliError, EXIT } from '../cli-error.ts'
import type { Settings } from '../settings/settings.ts'
import { accessTo } from './access.ts'
import { readTargetFacts } from './target-facts.ts'

/** The typed client of the target: for admin calls, controls, and calls without a player. */
export function connect(settings: Settings): Client {
  const access = accessTo(settings)
  return createClient({ ...access, fetch: expectingJson(settings, access.fetch) })
}

/** The ways to call the target of a command. */
export interface Calls {
  readonly settings: Settings
  /** For admin calls, and calls without a player. */
  readonly client: Client
  /** For the controls of a reference server. @throws {CliError} if there are none. */
  readonly controls: () => Promise<Client>
  /** As the player with a device. */
  readonly playerOf: (device: string) => Promise<Client>
}

export const callsTo = (settings: Settings): Calls => ({
  settings,
  get client() {
    return connect(settings)
  },
  controls: () => controls(settings),
  playerOf: (device) => connectAs(settings, device),
})

/** The error for a server with another API. */
export const notAnInklingServer = ({ url }: Settings): CliError =>
  new CliError(EXIT.runtime, `${url.value} is not an Inkling server. Choose another one with --target.`)

/** Turns a successful response that is not JSON into the error of another API. */
export function expectingJson(settings: Settings, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const json = response.json.bind(response)
    response.json = () =>
      json().catch((error: unknown) => {
        throw error instanceof SyntaxError && response.ok ? notAnInklingServer(settings) : error
      })
    return response
  }
}

/**
 * The typed client of the player with this device.
 * @throws {CliError} for an unknown device id, which is probably mistyped. A reference server is asked before signing in;
 * on other servers, signing in has already created a player, and the message says so.
 */
export async function connectAs(settings: Settings, deviceId: string): Promise<Client> {
  await refuseUnknownDevice(settings, deviceId)
  const { client, created } = await signIn(settings, deviceId)
  if (created === null) return client
  throw new CliError(
    EXIT.runtime,
    `no player had this device id, so ${settings.url.value} created ${created} for it, as every server does when a new device signs in.`,
  )
}

/** The typed client of a new player with this device. */
export const signUp = async (settings: Settings, deviceId: string): Promise<Client> =>
  (await signIn(settings, deviceId)).client

async function signIn(
  settings: Settings,
  deviceId: string,
): Promise<{ client: Client; created: string | null }> {
  const plain = accessTo(settings)
  const access = { ...plain, fetch: expectingJson(settings, plain.fetch) }
  const { token, user, isNewUser } = await createClient(access).signInDevice({ body: { deviceId } })
  return {
    client: createClient({ ...access, token: () => token }),
    created: isNewUser ? user.username : null,
  }
}

async function refuseUnknownDevice(settings: Settings, deviceId: string): Promise<void> {
  // --read-only refuses the sign-in and --dry-run prints it; neither may send a call before.
  if (settings.dryRun || settings.readOnly || !(await readTargetFacts(settings)).isReference) return
  const deviceHash = createHash('sha256').update(deviceId).digest('hex')
  const { items } = await connect(settings).listUsers({ query: { deviceHash } })
  if (items.length > 0) return
  throw new CliError(
    EXIT.runtime,
    `no player on ${settings.url.value} has this device id: correct it, or create a player with \`inkling user new\`.`,
  )
}

/**
 * A client for the controls of a reference server.
 * @throws {CliError} if the target has no controls.
 */
export async function controls(settings: Settings): Promise<Client> {
  const client = connect(settings)
  if (settings.dryRun || (await readTargetFacts(settings)).isReference) return client
  try {
    // Its error says why it is none.
    const { product } = await client.getControlStatus()
    if (product !== PRODUCT) throw notAnInklingServer(settings)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    throw new CliError(
      EXIT.runtime,
      `${settings.url.value} has no controls. Only a reference server has a clock, faults and a world that can be changed.`,
    )
  }
  return client
}
