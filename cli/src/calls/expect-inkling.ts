import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/client/api-error'
import type { Settings } from '../settings/settings.ts'
import { connect } from './connect.ts'

/** A valid id that no game has. */
const NO_GAME = 'A'.repeat(22)

/**
 * Checks that the target is an Inkling server: asks for a game that does not exist, and expects the API's error.
 * @throws for any other response, or for none.
 */
export async function expectInkling(settings: Settings): Promise<void> {
  try {
    await connect(settings).getPublicResults({ params: { gameId: NO_GAME } })
  } catch (error) {
    const isOurs = error instanceof ApiError && error.code !== NETWORK_ERROR && error.code !== UNKNOWN_ERROR
    if (!isOurs) throw error
  }
}
