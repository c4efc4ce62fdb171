import { ApiError } from '@inkling/mock-server/contract/api-error'
import type { Client } from '@inkling/mock-server/contract/client'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import * as z from 'zod/mini'
import { connect, connectAs, controls } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'

/** A completed game's results, or a reference server's state of an open game. */
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

/** Selects a game: today's game of a player, by device or id, or any game by its id. */
export type GameToComplete =
  | { readonly device: string }
  | { readonly user: string }
  | { readonly game: string }

/**
 * Lets simulated players play a game to its end.
 * @throws {CliError} when the player has no open game today.
 */
export async function completeGame(settings: Settings, which: GameToComplete): Promise<CompletedGame> {
  if ('device' in which) return (await connectAs(settings, which.device)).completeUserGame()
  const client = await controls(settings)
  const id = 'game' in which ? which.game : await openGameOf(client, which.user, settings)
  return client.completeGame({ params: { id } })
}

type CompletedGame = Awaited<ReturnType<Client['completeGame']>>

/** The id of a player's open game today. The group's game takes precedence, as in the API. */
async function openGameOf(client: Client, userId: string, { dryRun }: Settings): Promise<string> {
  // A dry run reads nothing, and prints the call with a placeholder.
  if (dryRun) return 'GAME_ID'
  const { items } = await client.listGames({ query: {} })
  const games = items
    .map((item) => gameListed.parse(item))
    .filter(
      ({ players, completedAt }) => completedAt === null && players.some((each) => each.userId === userId),
    )
  const game = games.find(({ groupId }) => groupId !== null) ?? games[0]
  if (game) return game.id
  throw new CliError(
    EXIT.runtime,
    `the player ${userId} has no open game today: \`inkling user list\` shows the players, and \`inkling daily trigger\` creates today's games.`,
  )
}

/** The fields of game documents used here. */
const gameListed = z.object({
  id: z.string(),
  groupId: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  players: z.array(z.object({ userId: z.string() })),
})
