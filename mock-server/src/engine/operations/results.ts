import { VERSION } from '../../core/contract/constants.ts'
import type { GameResults } from '../../core/contract/schemas/results.ts'
import type { Stroke } from '../../core/contract/schemas/strokes.ts'
import { decodeStrokes } from '../../core/picture/decode-strokes.ts'
import { type Game, turnDeadline } from '../../core/rules/game/game.ts'
import { isHouse } from '../../core/rules/game/house.ts'
import { arePublic, drawingsOf, finalGuess, maySeeResults, outcome } from '../../core/rules/game/results.ts'
import { chainSteps, type ResultsData } from '../../core/rules/game/shown-entries.ts'
import { NO_VEIL, type People, type Person, person, type Veil } from '../../core/rules/players/people.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { addDays, dayEnd } from '../../core/rules/time/day.ts'
import { type Instant, msOf } from '../../core/rules/time/instant.ts'
import { participantViews } from '../../core/rules/views/player-view.ts'
import { playerDay } from '../collections.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import { linkedGame, updateGame } from '../games/stored-games.ts'
import { loadPeople, loadVeil, picturesOf, userIdsOf } from '../view-data.ts'

const noResults = refuse('NOT_FOUND', 'Game results not found')
const noGameYesterday = refuse('NOT_FOUND', 'You were not in a game yesterday')

/** Shortly after midnight, a turn that began before it may still be submitted. */
function inGracePeriod(open: readonly Game[], now: Instant): Ruling<never> {
  const ends = open.flatMap(({ turn }) => (turn ? [msOf(turnDeadline(turn))] : []))
  return {
    ok: false,
    refusal: {
      code: 'NOT_FOUND',
      message: "Yesterday's game is just ending. Its results are here in a few seconds.",
      retryAfterSeconds: Math.max(1, Math.ceil((Math.max(...ends) - msOf(now)) / 1000)),
    },
  }
}

/** Results of games that are over (API.md, Results). */
export const resultsOperations = {
  async getGame(context, { params }) {
    const game = await completedGame(context, params.id)
    return game && (await maySee(context, game))
      ? allow(await show(context, game, await loadVeil(context, context.player), context.player.id))
      : noResults
  },

  async getPublicResults(context, { params }) {
    const game = await publicGame(context, params.gameId)
    if (!game.ok) return game
    const { player } = context
    const veil = player ? await loadVeil(context, player) : NO_VEIL
    const results = await show(context, game.value, veil, player?.id ?? null)
    if (player) return allow(results)
    return allow({ ...results, chain: results.chain.map((step) => ({ ...step, userId: null })) })
  },

  async getYesterdayResults(context) {
    const { tx, day, player } = context
    const games = await tx.find('games', 'playerDay', playerDay(player.id, addDays(day, -1)))
    const updated = games.map((each) => updateGame(context, each))
    const [game] = updated
      .filter(({ completedAt }) => completedAt !== null)
      .sort((a, b) => Number(b.kind === 'group') - Number(a.kind === 'group'))
    if (!game) return updated.length === 0 ? noGameYesterday : inGracePeriod(updated, context.now)
    const veil = await loadVeil(context, player)
    const data = await loadResultsData(
      context,
      game,
      await loadPeople(context, userIdsOf(game)),
      veil,
      player.id,
    )
    return allow({
      gameId: game.id,
      word: game.word,
      chain: chainSteps(data),
      participants: participantViews(game, data.people, veil, player.id),
    })
  },
} satisfies Operations

async function completedGame(context: Context, id: string): Promise<Game | null> {
  const game = await linkedGame(context, id)
  const now = game && updateGame(context, game)
  return now && now.completedAt !== null ? now : null
}

/** The game, if it is over and anyone with the link may see its results. */
export async function publicGame(context: Context, id: string): Promise<Ruling<Game>> {
  const game = await completedGame(context, id)
  if (!game) return noResults
  if (!(await isPublic(context, game))) return refuse('NOT_FOUND', 'Game results not found or not public')
  return allow(game)
}

/** Names what the public results of a game show: the same content has the same version. Reads no drawing. */
export async function publicVersion(context: Context, game: Game): Promise<string> {
  return versionOf(context, game, await loadPeople(context, userIdsOf(game)))
}

const versionOf = ({ ports }: Context, game: Game, people: People): string =>
  ports.codecs.sha256(JSON.stringify([VERSION, game, [...people]])).slice(0, 32)

/** What the link of public results previews as; null if they are not public. Reads no drawing. */
export async function publicSummary(context: Context, id: string): Promise<PublicSummary | null> {
  const found = await publicGame(context, id)
  if (!found.ok) return null
  const game = found.value
  const people = await loadPeople(context, userIdsOf(game))
  return {
    version: versionOf(context, game, people),
    results: outcomeOf(context, game, people),
    // Everybody plays once. Names may be the same: hidden ones all read "Player".
    players: game.entries.filter(({ userId }) => !isHouse(userId)).length,
    drawings: drawingsOf(game).map(({ userId, drawing }) => ({ by: person(people, userId), drawing })),
  }
}

interface PublicSummary {
  /** See {@link publicVersion}. */
  readonly version: string
  readonly results: Omit<GameResults, 'chain'>
  /** How many players made the chain. */
  readonly players: number
  /** Those that are not hidden, with the SHA-256 under which each is stored. */
  readonly drawings: readonly { readonly by: Person; readonly drawing: string }[]
}

/** Whether anyone with the link may see the results of a game that is over. */
export async function isPublic({ tx }: Context, game: Game): Promise<boolean> {
  const [group] = game.groupId === null ? [] : await tx.peek('groups', 'id', [game.groupId])
  return arePublic(game, group)
}

/** Whether the player may see the results of a game that is over. */
export async function maySee({ tx, player, settings }: PlayerContext, game: Game): Promise<boolean> {
  const group = game.groupId === null ? undefined : await tx.get('groups', game.groupId)
  return maySeeResults(game, group, player.id, dayEnd(game.day, settings.timeZone))
}

async function show(context: Context, game: Game, veil: Veil, viewerId: string | null): Promise<GameResults> {
  const people = await loadPeople(context, userIdsOf(game))
  const chain = chainSteps(await loadResultsData(context, game, people, veil, viewerId))
  return { ...outcomeOf(context, game, people), chain }
}

/** The results without the chain. An erased guess has only its score. */
function outcomeOf({ ports }: Context, game: Game, people: People): Omit<GameResults, 'chain'> {
  const last = finalGuess(game)
  const score = last ? (last.finalScore ?? ports.scorer.judge(last.guess, game.word).score) : 0
  return outcome(game, people, score)
}

/**
 * All content of a game that may be shown. For completed games only.
 * @param veil what the caller does not want to see
 * @param viewerId the caller; null if they are no player
 */
export async function loadResultsData(
  context: Context,
  game: Game,
  people: People,
  veil: Veil,
  viewerId: string | null,
): Promise<ResultsData> {
  const entries = drawingsOf(game)
  const drawings = new Set(entries.map(({ drawing }) => drawing))
  const strokes = new Set(entries.flatMap(({ strokes }) => strokes ?? []))
  const blobs = await context.tx.blobs([...new Set([...drawings, ...strokes])])
  return {
    game,
    people,
    veil,
    viewerId,
    pictures: picturesOf(context, drawings, blobs),
    strokes: await strokesOf(context, strokes, blobs),
  }
}

async function strokesOf(
  { ports }: Context,
  hashes: Iterable<string>,
  blobs: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Stroke[]>> {
  const strokes = new Map<string, Stroke[]>()
  for (const hash of hashes) {
    const data = blobs.get(hash)
    const list = data && (await decodeStrokes(data, ports.codecs.inflate))
    if (list) strokes.set(hash, list)
  }
  return strokes
}
