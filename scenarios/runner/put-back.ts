import type { Client } from '@inkling/mock-server/contract/client'
import { BODY } from '@inkling/mock-server/contract/constants'
import { adminClient } from '../bots/door.ts'
import type { Session } from './session.ts'

/** Everything of a server, as one document. */
export type World = Awaited<ReturnType<Client['exportWorld']>>

/** A server that could not be put back as it was, and its world from before the run. */
export class NotPutBack extends Error {
  override name = 'NotPutBack'
  readonly url: string
  readonly world: World | null

  constructor(cause: unknown, url: string, world: World | null) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.url = url
    this.world = world
  }
}

/** A server whose world is too large to be put back. */
export class TooLargeToPutBack extends Error {
  override name = 'TooLargeToPutBack'
}

/**
 * Remembers clock, faults and, where others use the server too, its world. What others do there during the run is lost
 * when the world is put back.
 * @returns how to put it all back; that throws {@link NotPutBack}.
 * @throws {TooLargeToPutBack}
 */
export async function rememberServer(session: Session): Promise<() => Promise<void>> {
  const { target } = session
  if (!target.controls) return async () => {}
  const admin = adminClient(target)
  if (target.isShared) session.worldBefore = await restorableWorld(admin, target.name)
  const faults = await admin.getFaults()
  const clock = await admin.getClock()
  const begun = Date.now()
  return async () => {
    try {
      // The clock first: every call ends the days that are over, also those of a clock that was moved.
      if (session.touchedClock) await putClockBack(admin, clock, begun)
      await admin.putFaults({ body: faults })
      if (session.worldBefore) await admin.restoreWorld({ body: session.worldBefore })
    } catch (error) {
      throw new NotPutBack(error, target.baseUrl, session.worldBefore)
    }
  }
}

async function restorableWorld(admin: Client, name: string): Promise<World> {
  const world = await admin.exportWorld()
  const bytes = Buffer.byteLength(JSON.stringify(world))
  if (bytes <= BODY.worldMaxBytes) return world
  throw new TooLargeToPutBack(
    `the world of ${name} has ${Math.ceil(bytes / 2 ** 20)} MiB, and servers take ${BODY.worldMaxBytes / 2 ** 20} MiB, so it could not be put back`,
  )
}

async function putClockBack(
  admin: Client,
  { mode, now }: Awaited<ReturnType<Client['getClock']>>,
  begun: number,
): Promise<void> {
  await admin.changeClock({ body: mode === 'frozen' ? { freeze: true } : { resume: true } })
  if (mode === 'system') return
  const passed = mode === 'frozen' ? 0 : Date.now() - begun
  await admin.changeClock({ body: { set: new Date(Date.parse(now) + passed).toISOString() } })
}
