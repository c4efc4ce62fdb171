import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { Client } from '@inkling/mock-server/contract/client/client'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { connect, connectAs, controls } from '../../calls/connect.ts'
import type { Listed, PageOptions } from '../../calls/listed.ts'
import { groupNamesOf, namesOf } from '../../calls/names.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { type GameDocument, readGame, scoreOf } from './game-document.ts'

/** A completed game's results, or an open game on a reference server. */
export type ShownGame = { readonly completed: true; readonly results: GameResults } | OpenGame

interface OpenGame {
  readonly completed: false
  /** The game as stored. */
  readonly state: Readonly<Record<string, unknown>>
  readonly word: string
  readonly day: string
  readonly chain: readonly ChainStep[]
  /** The names of the players who have not played. */
  readonly waitingFor: readonly string[]
  readonly playing: RunningTurn | null
}

export interface RunningTurn {
  readonly username: string
  readonly type: 'drawing' | 'guessing'
  readonly since: string
  readonly until: string
}

/** @param draw whether to read the drawings of an open game. Only the world export contains them. */
export async function showGame(client: Client, gameId: string, draw: boolean): Promise<ShownGame> {
  try {
    return { completed: true, results: await client.getPublicResults({ params: { gameId } }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  const state = await client.inspectGame({ params: { id: gameId } })
  const game = readGame(state)
  if (!game) {
    throw new CliError(
      EXIT.runtime,
      `the game ${gameId} lacks fields that this version reads: update inkling.`,
    )
  }
  const names = await namesOf(
    client,
    game.players.map(({ userId }) => userId),
  )
  const nameOf = (userId: string) => names.get(userId) ?? userId
  const { drawings } = draw ? await client.getGameDrawings({ params: { id: gameId } }) : { drawings: {} }
  return {
    completed: false,
    state,
    word: game.word,
    day: game.day,
    chain: game.entries.map((entry, stepIndex) => stepOf(entry, stepIndex, nameOf, drawings)),
    waitingFor: game.players
      .filter(({ status }) => status === 'pending' || status === 'playing')
      .map(({ userId }) => nameOf(userId)),
    playing: runningTurn(game, names),
  }
}

function runningTurn(
  { turn }: Pick<GameDocument, 'turn'>,
  names: ReadonlyMap<string, string>,
): RunningTurn | null {
  if (!turn) return null
  const { userId, type, startedAt, expiresAt } = turn
  return {
    username: names.get(userId) ?? userId,
    type: type === 'drawing' ? 'drawing' : 'guessing',
    since: startedAt,
    until: expiresAt,
  }
}

function stepOf(
  entry: GameDocument['entries'][number],
  stepIndex: number,
  nameOf: (userId: string) => string,
  drawings: Readonly<Record<string, string>>,
): ChainStep {
  const { type, userId, timeSpent, drawing, guess } = entry
  const step = { stepIndex, userId, username: nameOf(userId), avatar: null, timeSpent }
  if (type === 'drawing') {
    const picture = drawings[drawing ?? '']
    return { ...step, type: 'drawing', content: picture === undefined ? {} : { drawing: picture } }
  }
  return { ...step, type: 'guessing', content: { guess }, similarityScore: scoreOf(entry) }
}

interface GameSearch extends PageOptions {
  readonly day?: string
  /** The console calls a completed game over. */
  readonly status?: 'open' | 'completed' | 'over' | 'playing' | 'overdue'
  readonly playing?: boolean
  readonly overdue?: boolean
  readonly group?: string
  readonly user?: string
}

/** Games with the name of their group, and who holds the turn (`playing`). */
export async function listGames(settings: Settings, search: GameSearch): Promise<Listed> {
  const { group, user, playing, overdue, status, ...query } = search
  if (status !== undefined && (playing || overdue))
    throw new CliError(EXIT.usage, '--status, --playing and --overdue exclude each other: give one of them.')
  const client = connect(settings)
  const { items, next } = await client.listGames({
    query: {
      ...query,
      groupId: group,
      userId: user,
      status: playing ? 'playing' : overdue ? 'overdue' : status === 'over' ? 'completed' : status,
    },
  })
  const games = items.map((item) => ({ item, game: readGame(item) }))
  const groups = await groupNamesOf(
    client,
    items.map(({ groupId }) => groupId),
  )
  const names = await namesOf(client, [...new Set(games.flatMap(({ game }) => game?.turn?.userId ?? []))])
  const named = games.map(({ item, game }) => ({
    ...item,
    groupName: item.groupId === null ? null : (groups.get(String(item.groupId)) ?? null),
    playing: game && runningTurn(game, names),
  }))
  return { items: named, next }
}

/**
 * Frees a turn or skips its player, and says whose it was.
 * @param userId a player whose turn has not begun.
 */
export async function endTurn(
  settings: Settings,
  gameId: string,
  how: 'free' | 'skip',
  userId?: string,
): Promise<Awaited<ReturnType<Client['endTurn']>> & { readonly player: string | null }> {
  const client = connect(settings)
  const params = { id: gameId }
  // Only the call that changes something is printed, or refused.
  const isOneCall = settings.dryRun || settings.readOnly
  const before = isOneCall ? null : readGame(await client.inspectGame({ params }))
  const ended = await client.endTurn({ params, body: { how, userId } })
  const id = userId ?? before?.turn?.userId
  const player = id === undefined ? null : ((await namesOf(client, [id])).get(id) ?? id)
  return { ...ended, player }
}

/**
 * Today's game of a player by id, for admins.
 * @throws {CliError} for a player who is in no group and no game.
 */
export async function todayOfUser(client: Client, id: string): Promise<Today> {
  const { user, today } = await client.inspectUser({ params: { id }, query: { limit: 1 } })
  if (today) return today
  throw new CliError(EXIT.runtime, `${user.username} is in no group, and in no game today.`)
}

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
  const { items } = await client.listGames({ query: { userId, status: 'open' } })
  const games = items
    .flatMap((item) => readGame(item) ?? [])
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
