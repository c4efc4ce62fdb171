import { type Client, clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { unless } from '../bots/unless.ts'
import { Memory, type RememberedPlayer } from './memory.ts'
import { PushRules, type SentMessage } from './push-rules.ts'
import {
  brokenInHistory,
  brokenInPublic,
  brokenInReactions,
  brokenInResults,
  brokenSinceResults,
  type SeenResults,
  seenResults,
} from './results-rules.ts'
import { broken, brokenInToday, brokenSince, brokenTogether, sharedWithBlocked } from './today-rules.ts'

/** A player whose view of the game is checked. */
export interface Watched {
  readonly client: Pick<Client, 'getToday' | 'getBlocks' | 'getGame' | 'getReactions' | 'getHistory'>
  readonly token: string | null
}

interface View {
  readonly client: Watched['client']
  readonly player: RememberedPlayer
  readonly today: Today
}

/** Checks what players are sent: against what they did, against each other, and against what was sent before. */
export class RulesWatch {
  readonly memory = new Memory(() => {
    for (const each of [this.#seen, this.#results, this.#checked, this.#done]) each.clear()
  })
  /** For strangers, and for what only admins are sent. */
  readonly #client: Client
  readonly #hasControls: boolean
  /** The latest view of each game. */
  readonly #seen = new Map<string, Today>()
  readonly #results = new Map<string, SeenResults>()
  /** The number of reactions that were given to a game when it was checked, by game and player. */
  readonly #checked = new Map<string, number>()
  /** The games that players had finished at the latest check, by player. */
  readonly #done = new Map<string, string>()
  readonly #pushes = new PushRules()
  #outbox = { from: '', count: 0 }

  constructor(access: ServerAccess, hasControls: boolean) {
    this.#client = clientOf(access)
    this.#hasControls = hasControls
  }

  /** The number of games that players have been shown. */
  get games(): number {
    return this.#seen.size
  }

  /** @returns the broken rules, each as a sentence with the game's id. */
  async check(players: Iterable<Watched>): Promise<string[]> {
    const views: View[] = []
    for (const { client, token } of players) {
      const player = this.memory.playerOf(token)
      const today = player && (await allowed(client.getToday()))
      if (today) views.push({ client, player, today })
    }
    const sentences = brokenTogether(views.map(({ today }) => today))
    for (const view of views) sentences.push(...(await this.#brokenFor(view)))
    if (this.#hasControls) sentences.push(...(await this.#brokenInOutbox(views)))
    for (const { player, today } of views)
      if (today.yourStatus === 'completed' || today.yourStatus === 'skipped')
        this.#done.set(player.userId, today.gameId ?? '')
    return [...new Set(sentences)]
  }

  async #brokenFor({ client, player, today }: View): Promise<string[]> {
    const { gameId } = today
    const before = this.#seen.get(gameId ?? '')
    const sentences = [...brokenInToday(today, player), ...(before ? brokenSince(before, today) : [])]
    if (gameId !== null) this.#seen.set(gameId, today)
    const blocks = today.gameType === 'public' && (await allowed(client.getBlocks()))
    if (blocks) sentences.push(...sharedWithBlocked(today, blocks, player.userId))
    if (gameId !== null && today.yourStatus !== null)
      sentences.push(...(await this.#brokenInGame(client, player, gameId, today)))
    const games = new Set([...player.turns.keys(), ...player.passed.keys()])
    for (const id of games)
      if (id !== gameId && !this.#checked.has(`${id} ${player.userId}`))
        sentences.push(...(await this.#brokenInGame(client, player, id)))
    for (const id of games)
      if (this.#checked.has(`${id} ${player.userId}`))
        sentences.push(...(await this.#brokenReactions(client, player, id)))
    return sentences
  }

  /** @param today the view of the game, if it is that of today */
  async #brokenInGame(
    client: Watched['client'],
    player: RememberedPlayer,
    id: string,
    today?: Today,
  ): Promise<string[]> {
    const results = await allowed(client.getGame({ params: { id } }))
    if (today && today.status !== 'completed')
      return broken(id, {
        'an open game has results': results === null,
      })
    // A player may have left for another group while the game goes on.
    if (results === null)
      return today
        ? broken(id, {
            'it is over, but has no results': false,
          })
        : []
    const sentences = brokenInResults(results, player)
    const seen = seenResults(results)
    sentences.push(...brokenSinceResults(id, this.#results.get(id) ?? seen, seen, false))
    if (!this.#results.has(id)) this.#results.set(id, seen)
    const history = await allowed(client.getHistory({ query: { drawings: 'omit' } }))
    if (history) sentences.push(...brokenInHistory(history, player, results))
    const strangers = await allowed(this.#client.getPublicResults({ params: { gameId: id } }))
    if (strangers)
      sentences.push(
        ...brokenInPublic(strangers),
        ...brokenSinceResults(id, seen, seenResults(strangers), true),
      )
    this.#checked.set(`${id} ${player.userId}`, 0)
    return sentences
  }

  /** The broken rules in the reactions to a game, if players have reacted since they were checked. */
  async #brokenReactions(client: Watched['client'], player: RememberedPlayer, id: string): Promise<string[]> {
    const key = `${id} ${player.userId}`
    const given = this.memory.reacted.get(id) ?? 0
    if (this.#checked.get(key) === given) return []
    const reply = await allowed(client.getReactions({ params: { gameId: id } }))
    if (reply === null) return []
    this.#checked.set(key, given)
    const { participants } = this.#seen.get(id) ?? {}
    const others = participants?.filter(({ userId }) => !this.memory.players.has(userId)).length
    const players = [...this.memory.players.values()]
    return brokenInReactions(reply, player, players, others ?? Number.POSITIVE_INFINITY)
  }

  /** The broken rules in the messages that were sent since the latest check. */
  async #brokenInOutbox(views: readonly View[]): Promise<string[]> {
    const { now: to } = await this.#client.getClock()
    const items = (await this.#client.getOutbox()).items as unknown as SentMessage[]
    const { from, count } = this.#outbox
    this.#outbox = { from: to, count: items.length }
    if (from === '') return []
    const done = views.filter(({ player, today }) => this.#done.get(player.userId) === today.gameId)
    const players = new Set(done.map(({ player }) => player.userId))
    // Fewer than before: the messages of before were removed.
    const sent = items.slice(items.length < count ? 0 : count)
    return this.#pushes.broken(sent, this.memory.phones, { from, to }, players)
  }
}

/** Players without a group, without access, or of a server without the call are refused: they are shown nothing. */
const allowed = <T>(call: Promise<T>): Promise<T | null> => call.catch(unless(400, 401, 403, 404))
