import { setTimeout } from 'node:timers/promises'
import { backoffMs } from '@inkling/mock-server/contract/backoff'
import type { ServerAccess } from '@inkling/mock-server/contract/client/client'

const TRIES = 6
const MAX_WAIT_SECONDS = 10
/** How much longer than a busy server has asked, so that those who wait do not all return at once. */
const LONGER = { first: 250, max: 4000 }

/**
 * Repeats calls that a busy server has put off, when it asks for them.
 * @param isMeant which calls, by address; all by default.
 */
export function patient(
  access: ServerAccess,
  isMeant: (address: string) => boolean = () => true,
): ServerAccess {
  const patientFetch: typeof fetch = async (input, init) => {
    for (let tries = 1; ; tries++) {
      const response = await access.fetch(input, init)
      const seconds = Number(response.headers.get('retry-after'))
      const isPutOff = [429, 503].includes(response.status) && seconds > 0
      if (!isPutOff || tries === TRIES || !isMeant(String(input))) return response
      await setTimeout(Math.min(seconds, MAX_WAIT_SECONDS) * 1000 + backoffMs(tries, LONGER))
    }
  }
  return { ...access, fetch: patientFetch }
}
