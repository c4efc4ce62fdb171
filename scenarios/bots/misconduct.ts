import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Client } from '@inkling/mock-server/contract/client'
import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'

/** The second is refused in public games only. */
const RUDE_GUESSES = ['fuck this', 'see example.com']

/**
 * Makes guesses that nobody should see.
 * @returns the attempts of those that the server accepted; the others cost none
 */
export async function swear(client: Client): Promise<GuessAttempt[]> {
  const accepted: GuessAttempt[] = []
  for (const guess of RUDE_GUESSES) {
    const reply = await client.submitGuess({ body: { guess } }).catch(unlessCode('VALIDATION_FAILED'))
    if (reply) accepted.push(reply.attempt)
  }
  return accepted
}

/** Reports the drawing of the turn that the player holds, if the server has reports and has not had enough of them. */
export async function reportDrawing(client: Client, gameId: string): Promise<void> {
  await client
    .report({ body: { gameId, kind: 'drawing', reason: 'other' } })
    .catch(unlessCode('NOT_FOUND', 'RATE_LIMITED'))
}

const unlessCode =
  (...codes: string[]) =>
  (error: unknown): null => {
    if (error instanceof ApiError && codes.includes(error.code)) return null
    throw error
  }
