import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { BotError } from './bot-error.ts'
import { isOutOfReach } from './out-of-reach.ts'

/**
 * Moves a player to a second device in the middle of a turn.
 * @returns the token of the second device; null if the server has no devices.
 */
export async function secondDevice(client: Client, deviceId: string): Promise<string | null> {
  try {
    const { code } = await client.createMoveCode()
    // The device may have moved here before, when this bot played on the same server with the same seed.
    return (await client.moveHere({ body: { code, deviceId, replace: true } })).token
  } catch (error) {
    if (isOutOfReach(error)) return null
    throw error
  }
}

/** The turn as another device of the player is shown it. @throws {BotError} if it is another one */
export async function sameTurn(client: Client, { turnId }: TurnView, name: string): Promise<TurnView> {
  const turn = await client.startTurn()
  if (turn.turnId === turnId) return turn
  throw new BotError(`${name} holds turn ${turnId}, but the second device is given turn ${turn.turnId}`)
}

/**
 * Sends a drawing from the page of a turn that ended at midnight, before today's turn is started.
 * @throws {BotError} if the server accepts it
 */
export async function sendYesterdays(client: Client, drawing: string, name: string): Promise<void> {
  const { success } = await client
    .submitTurn({ body: { content: { drawing }, timeSpent: 60, strokeCount: 0 } })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) return { success: false }
      throw error
    })
  if (success)
    throw new BotError(`${name} has not started today, but a drawing of yesterday's turn is accepted`)
}
