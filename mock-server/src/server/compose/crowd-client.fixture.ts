import { type Client, createClient } from '../../core/contract/client/client.ts'
import { DEFAULT_TIME_ZONE } from '../../core/contract/constants.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../engine/store.ts'
import type { ControlledClock } from '../control/clock.ts'
import { controlledEngine, derivedSecrets } from '../control/controlled-engine.ts'
import { nodePorts } from '../platform/node-ports.ts'
import { Outbox } from '../platform/push/outbox.ts'
import { crowdDevice } from './crowd.fixture.ts'
import { inProcessFetch } from './in-process-server.ts'

/** One of the processes over a store. */
export function engineOver(store: Store, clock: ControlledClock, outbox = new Outbox()): Engine {
  const settings = { timeZone: DEFAULT_TIME_ZONE, adminKey: null, everyoneIsAdmin: true }
  return controlledEngine(
    { ...nodePorts, store, clock },
    { ...derivedSecrets('crowd', nodePorts.codecs), ...settings },
    { outbox },
  )
}

/** A signed-in member of a crowd. */
export async function crowdClient(engine: Engine, group: number, member = 0): Promise<Client> {
  const options = { baseUrl: 'http://in-process', fetch: inProcessFetch(engine) }
  const { token } = await createClient(options).signInDevice({
    body: { deviceId: crowdDevice(group, member) },
  })
  return createClient({ ...options, token: () => token })
}
