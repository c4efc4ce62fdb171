import { type Client, createClient } from '../src/contract/client.ts'
import { ADMIN_KEY } from './served.ts'

export interface Player {
  readonly client: Client
  readonly token: string
}

/** Signs in player number `at`. The client also sends the admin key. */
export async function arrive(url: string, at: number): Promise<Player> {
  const { token } = await createClient({ baseUrl: url, fetch }).signInDevice({
    body: { deviceId: `device_of_player_${at}` },
  })
  return { token, client: createClient({ baseUrl: url, fetch, token: () => token, adminKey: ADMIN_KEY }) }
}
