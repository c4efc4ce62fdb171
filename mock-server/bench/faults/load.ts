import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiError } from '../../src/core/contract/client/api-error.ts'
import { type Client, createClient } from '../../src/core/contract/client/client.ts'
import type { World } from '../../src/engine/world/world.ts'
import { ADMIN_KEY } from '../served.ts'

/** The acknowledged writes of a pair of players: all of them must be stored. */
interface Round {
  /** Ids of both players. */
  readonly userIds: readonly string[]
  /** The group's name; null until its creation is acknowledged. */
  group: string | null
  hasJoined: boolean
  /** Granted turns. Both players ask at the same time, and only one of them may get the turn. */
  readonly turns: { userId: string; turnId: string; gameId: string }[]
  hasSubmitted: boolean
}

export interface LoadFigures {
  acknowledged: number
  /** Calls that got 503. */
  refused: number
  /** Calls whose connection broke, for example because a server was killed. */
  broken: number
  /** The slowest response, errors included, in milliseconds. */
  slowest: number
  /** Violations of the contract: other errors, a 503 without Retry-After. */
  readonly wrong: string[]
}

/** Delay before a failed call is repeated. */
const PAUSE_MS = 50

/**
 * Pairs of players who play the game of a new group in each round, alternate between the servers and retry failed
 * calls as clients do.
 */
export class Load {
  readonly figures: LoadFigures = { acknowledged: 0, refused: 0, broken: 0, slowest: 0, wrong: [] }
  finishedRounds = 0
  readonly #urls: readonly string[]
  readonly #drawing: string
  readonly #rounds: Round[] = []
  readonly #pairs: Promise<void>[]
  /** Digits only: random letters can spell a word that is not allowed in the name of a group. */
  readonly #name = String(randomInt(1e9))
  #isOver = false
  #calls = 0

  /** @param drawing a PNG as base64. */
  constructor(urls: readonly string[], pairs: number, drawing: string) {
    this.#urls = urls
    this.#drawing = drawing
    this.#pairs = Array.from({ length: pairs }, (_, at) => this.#playOn(at))
  }

  /** Waits until `rounds` rounds that started after this call have finished. */
  async progress(rounds: number, withinMs: number): Promise<void> {
    const target = this.finishedRounds + this.#pairs.length + rounds
    await this.until(() => this.finishedRounds >= target, withinMs, 'finished further rounds')
  }

  async until(isSo: () => boolean, withinMs: number, what: string): Promise<void> {
    for (const startedAt = performance.now(); !isSo(); await pause(20)) {
      if (performance.now() - startedAt > withinMs)
        throw new Error(
          `The players have not ${what} within ${withinMs / 1000} s: ${JSON.stringify(this.figures)}`,
        )
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#pairs)
  }

  /** Reads the world and lists the acknowledged writes that are missing or duplicated in it. */
  async faultsOf(read: () => Promise<World>): Promise<string[]> {
    const known = this.#rounds.map((round) => ({ ...round, turns: [...round.turns] }))
    const world = await read()
    const users = new Set(world.users.map(({ id }) => id))
    const faults: string[] = []
    for (const { userIds, group, hasJoined, turns, hasSubmitted } of known) {
      for (const id of userIds) if (!users.has(id)) faults.push(`player ${id} is lost`)
      if (group === null) continue
      const [found, ...more] = world.groups.filter(({ name }) => name === group)
      if (!found || more.length > 0)
        faults.push(`group ${group} exists ${more.length + (found ? 1 : 0)} times`)
      const members = found?.members.map(({ userId }) => userId) ?? []
      if (new Set(members).size !== members.length) faults.push(`group ${group} has a member twice`)
      if (hasJoined && members.length !== 2) faults.push(`group ${group} has ${members.length} members`)
      if (new Set(turns.map(({ turnId }) => turnId)).size > 1)
        faults.push(`group ${group}: two players hold a turn`)
      for (const { gameId, userId, turnId } of turns) {
        const game = world.games.find(({ id }) => id === gameId)
        const entries = game?.entries.filter((entry) => entry.userId === userId) ?? []
        if (!game) faults.push(`game ${gameId} is lost`)
        else if (entries.length > 1) faults.push(`game ${gameId} has a drawing twice`)
        else if (hasSubmitted && entries[0]?.turnId !== turnId)
          faults.push(`game ${gameId} has lost a drawing`)
        else if (entries.length === 0 && game.turn?.id !== turnId)
          faults.push(`game ${gameId} has lost a turn`)
      }
    }
    return faults
  }

  async #playOn(pair: number): Promise<void> {
    for (let round = 0; !this.#isOver; round++) {
      try {
        await this.#play(`${this.#name}_${pair}_${round}`)
        this.finishedRounds++
      } catch (error) {
        if (error !== OVER) this.figures.wrong.push(String(error))
      }
    }
  }

  async #play(name: string): Promise<void> {
    const ann = await this.#call(null, (client) =>
      client.signInDevice({ body: { deviceId: `device_${name}_ann` } }),
    )
    const ben = await this.#call(null, (client) =>
      client.signInDevice({ body: { deviceId: `device_${name}_ben` } }),
    )
    const round: Round = {
      userIds: [ann.user.id, ben.user.id],
      group: null,
      hasJoined: false,
      turns: [],
      hasSubmitted: false,
    }
    this.#rounds.push(round)
    let groupName = ''
    const group = await this.#call(ann.token, (client, tries) => {
      // A failed attempt may have been committed, so each attempt uses a new name.
      groupName = `Pair ${lettersFor(`${name} ${tries}`)}`
      return client.createGroup({ body: { name: groupName } })
    })
    round.group = groupName
    await this.#call(ben.token, (client) => client.joinGroup({ body: { code: group.code } }))
    round.hasJoined = true
    await this.#call(ann.token, (client) => client.jumpIn())
    const [first, second] = await Promise.all(
      [ann, ben].map(({ token }) => this.#call(token, (client) => client.startTurn().catch(nullIfTaken))),
    )
    for (const [turn, { user }] of [
      [first, ann],
      [second, ben],
    ] as const) {
      if (turn) round.turns.push({ userId: user.id, turnId: turn.turnId, gameId: turn.gameId })
    }
    const holder = first ? ann : ben
    const content = { drawing: this.#drawing }
    await this.#call(holder.token, (client) => client.submitTurn({ body: { content, timeSpent: 1 } }))
    round.hasSubmitted = true
  }

  async #call<T>(token: string | null, work: (client: Client, tries: number) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const baseUrl = this.#urls[this.#calls++ % this.#urls.length] ?? ''
      let status = 0
      let isDated = true
      const onReply = (_: string, response: Response) => {
        status = response.status
        isDated = status !== 503 || response.headers.has('retry-after')
      }
      const startedAt = performance.now()
      try {
        const result = await work(createClient({ baseUrl, fetch, token: () => token, onReply }), tries)
        if (result !== null) this.figures.acknowledged++
        return result
      } catch (error) {
        // An earlier attempt was committed without being acknowledged. The state is uncertain, so give up the round.
        if (tries > 1 && (error as ApiError).status === 409) throw OVER
        if (status === 503) this.figures.refused++
        else if (error instanceof TypeError) this.figures.broken++
        else throw error
        if (!isDated) throw new Error('a 503 has no Retry-After')
      } finally {
        this.figures.slowest = Math.max(this.figures.slowest, performance.now() - startedAt)
      }
      if (this.#isOver && tries > 3) throw OVER
      await pause(PAUSE_MS)
    }
  }
}

/** For a turn that the other player has got. */
function nullIfTaken(error: ApiError): null {
  if (error.code === 'CONFLICT') return null
  throw error
}

/** Ends a round because the load is over or its state is uncertain. */
const OVER = new Error('the round is over')

/** All data of a server, exported. */
export async function worldAt(baseUrl: string): Promise<World> {
  return (await createClient({ baseUrl, fetch, adminKey: ADMIN_KEY }).exportWorld()) as unknown as World
}

/** Letters that spell nothing in place of digits: many digits could be a phone number, which groups may not have. */
const lettersFor = (text: string): string =>
  text.replaceAll('_', ' ').replaceAll(/\d/g, (digit) => 'bdghjlnpqr'.charAt(Number(digit)))
