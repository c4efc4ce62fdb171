import type { Random } from '@inkling/fixtures/random'
import type { Client } from '@inkling/mock-server/contract/client/client'
import type { GuessAttempt, TurnView } from '@inkling/mock-server/contract/schemas/game'
import { unless } from './unless.ts'

/** The second is refused in public games only. */
const RUDE_GUESSES = ['fuck this', 'see example.com']

/**
 * Makes guesses that nobody should see.
 * @returns the attempts of those that the server accepted; the others cost none
 */
export async function swear(client: Client): Promise<GuessAttempt[]> {
  const accepted: GuessAttempt[] = []
  for (const guess of RUDE_GUESSES) {
    const reply = await client.submitGuess({ body: { guess } }).catch(unless('VALIDATION_FAILED'))
    if (reply) accepted.push(reply.attempt)
  }
  return accepted
}

/**
 * Reports what the player's turn shows, and blocks another player now and then, if the server has reports.
 * @returns whether the turn was passed.
 */
export async function reportTurn(
  client: Client,
  { gameId, previousEntry }: TurnView,
  userId: string,
  random: Random,
): Promise<boolean> {
  const passTurn = random.chance(0.5)
  const blocks = random.chance(0.25)
  const { participants } = await client.getToday()
  const others = participants.filter((each) => each.userId !== userId)
  if (blocks && others.length > 0) {
    await client.block({ body: { userId: random.pick(others).userId } }).catch(unless('NOT_FOUND'))
  }
  if (!previousEntry) return false
  const kind = previousEntry.drawing === undefined ? 'guess' : 'drawing'
  const body = { gameId, kind, reason: 'other', passTurn } as const
  const reply = await client.report({ body }).catch(unless('NOT_FOUND', 'RATE_LIMITED'))
  return reply?.turnPassed ?? false
}
