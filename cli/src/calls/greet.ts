import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/api-error'
import type { Settings } from '../settings/settings.ts'
import { connect } from './connect.ts'

/** A well-formed id that no game has. */
const NO_GAME = 'A'.repeat(22)

/**
 * Asks for a game that does not exist: an Inkling server says so in the words of its API.
 * @throws what any other server makes of that, and when none answers.
 */
export async function greet(settings: Settings): Promise<void> {
  try {
    await connect(settings).getPublicResults({ params: { gameId: NO_GAME } })
  } catch (error) {
    const isOurs = error instanceof ApiError && error.code !== NETWORK_ERROR && error.code !== UNKNOWN_ERROR
    if (!isOurs) throw error
  }
}
