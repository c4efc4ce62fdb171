import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { connect, connectAs } from '../connect.ts'
import type { Settings } from '../settings.ts'

/** A completed game's results, or the state that a reference server keeps of an open one. */
export type ShownGame =
  | { readonly completed: true; readonly results: GameResults }
  | { readonly completed: false; readonly state: Readonly<Record<string, unknown>> }

export async function showGame(settings: Settings, gameId: string): Promise<ShownGame> {
  const client = connect(settings)
  try {
    return { completed: true, results: await client.getPublicResults({ params: { gameId } }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    return { completed: false, state: await client.inspectGame({ params: { id: gameId } }) }
  }
}

export const todayOf = async (settings: Settings, device: string): Promise<Today> =>
  (await connectAs(settings, device)).getToday()

export const mockGame = (settings: Settings, userId: string, daysAgo: number) =>
  connect(settings).createMockGame({ body: { userId, daysAgo } })

export const completeGame = async (settings: Settings, device: string) =>
  (await connectAs(settings, device)).completeUserGame()
