import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { rasterise } from '@inkling/fixtures/drawings/rasterise'
import { createReferenceEngine, secretsOf } from '../src/compose/reference-engine.ts'
import type { EndpointName } from '../src/contract/endpoints.ts'
import type { ControlledClock } from '../src/control/clock.ts'
import type { Engine } from '../src/engine/engine.ts'
import type { Store } from '../src/engine/store.ts'

/* Players who call an engine in process, without HTTP. */

/** Seed of all engines in benchmarks. */
export const SEED = 'bench'

const TIME_ZONE = 'America/New_York'

/** Calls an endpoint as one player. @throws for a reply that is not 200. */
export type Caller = (name: EndpointName, body?: unknown) => Promise<unknown>

export function engineOver(store: Store, clock: ControlledClock): Engine {
  const settings = { timeZone: TIME_ZONE, adminKey: null, everyoneIsAdmin: true, isProtected: false }
  return createReferenceEngine(store, clock, { ...secretsOf(SEED), ...settings })
}

export async function signedIn(engine: Engine, deviceId: string): Promise<Caller> {
  const call = (name: EndpointName, body: unknown, authorization?: string) =>
    engine.dispatch({ name, params: {}, query: {}, body, headers: { authorization }, origin: '' })
  const { body } = await call('signInDevice', { deviceId })
  const { token } = body as { token: string }
  return async (name, body = {}) => {
    const reply = await call(name, body, `Bearer ${token}`)
    if (reply.status !== 200) throw new Error(`${name}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
}

/** Fifty drawings as PNG in base64. */
export function pictures(): string[] {
  const library = loadLibrary()
  return library.words
    .slice(0, 50)
    .map((word) => Buffer.from(rasterise(drawWord(library, word, SEED))).toString('base64'))
}

/** Body of a submitted drawing. */
export const submission = (drawing: string | undefined) => ({
  content: { drawing },
  timeSpent: 40,
  strokeCount: 5,
})
