import { type Client, createClient } from '../../core/contract/client/client.ts'
import type { Engine } from '../../engine/engine.ts'
import { crowdDevice } from './crowd.fixture.ts'
import { inProcessFetch } from './in-process-server.ts'

/** A signed-in member of a crowd. */
export async function crowdClient(engine: Engine, group: number, member = 0): Promise<Client> {
  const options = { baseUrl: 'http://in-process', fetch: inProcessFetch(engine) }
  const { token } = await createClient(options).signInDevice({
    body: { deviceId: crowdDevice(group, member) },
  })
  return createClient({ ...options, token: () => token })
}
