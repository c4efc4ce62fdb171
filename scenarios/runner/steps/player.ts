import { type EndpointName, endpoints } from '@inkling/mock-server/contract/endpoints'
import { HEADER } from '@inkling/mock-server/contract/headers'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import type { Bot } from '../../bots/bot.ts'
import type { Door } from '../../bots/door.ts'
import { valueAtPath } from '../language/json-path.ts'
import { shapeOf } from '../language/object-shape.ts'
import type { Listening } from '../targets/target.ts'
import { type Answer, exchange } from './exchange.ts'
import { failure } from './step-failure.ts'

/** A bot of a scenario and what it knows. Files refer to it as `ann.userId`, `ann.gameId` and so on. */
export class Player {
  readonly bot: Bot
  /** The turn it holds, according to the replies so far. */
  turn: TurnView | null = null
  listening: Listening | null = null
  readonly #known: Record<string, unknown>

  constructor(bot: Bot) {
    this.bot = bot
    this.#known = { name: bot.name }
  }

  /** The bot's fields for expressions. */
  get known(): Readonly<Record<string, unknown>> {
    return this.#known
  }

  /** The ids of all games in its replies. */
  readonly gameIds = new Set<string>()

  learn(fields: Readonly<Record<string, unknown>>): void {
    if (typeof fields.gameId === 'string') this.gameIds.add(fields.gameId)
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined && value !== null) this.#known[name] = value
    }
  }

  /** Stores values from a successful reply that later calls use as defaults. */
  remember(name: EndpointName, { body }: Answer): void {
    const at = (path: string) => valueAtPath(body, path)
    switch (name) {
      case 'signInDevice':
        this.learn({
          userId: at('$.user.id'),
          username: at('$.user.username'),
          groupId: at('$.user.groupId'),
        })
        break
      case 'updateProfile':
        this.learn({ username: at('$.username') })
        break
      case 'createGroup':
      case 'joinGroup':
      case 'getGroup':
        this.learn({ groupId: at('$.groupId'), code: at('$.code') })
        break
      case 'getToday':
      case 'jumpIn':
      case 'skipTurn':
        this.learn({ gameId: at('$.gameId'), status: at('$.yourStatus') })
        break
      case 'startTurn':
        this.turn = body as TurnView
        this.learn({ gameId: this.turn.gameId, turnId: this.turn.turnId, word: this.turn.word })
        this.learn({ drawing: this.turn.previousEntry?.drawing })
        break
      case 'submitTurn':
        if (at('$.success') === true) this.turn = null
        break
      case 'getYesterdayResults':
        this.learn({ yesterdayGameId: at('$.gameId') })
        break
    }
  }

  /** Default parameters of a call: the player's own group and game. */
  defaultsFor(name: EndpointName, wanted: readonly string[]): Record<string, unknown> {
    const ofGroup = /Group|Member/.test(name)
    const values = { id: this.#known[ofGroup ? 'groupId' : 'gameId'], gameId: this.#known.gameId }
    return Object.fromEntries(
      Object.entries(values).filter(([field, value]) => wanted.includes(field) && value !== undefined),
    )
  }
}

/** Makes a call as the player: fills in default parameters and remembers the reply. */
export async function callAs(
  player: Player,
  name: EndpointName,
  fields: Readonly<Record<string, unknown>>,
  door: Door,
): Promise<Answer> {
  const inPath = Object.keys(shapeOf(endpoints[name].params))
  const known = player.defaultsFor(name, inPath)
  const missing = inPath.find((field) => !(field in known) && !(field in fields))
  if (missing) throw failure(`${player.bot.name} has no ${missing} yet: set it in with`, ['do'])
  const device = name === 'signInDevice' && { deviceId: player.known.deviceId }
  const answer = await exchange(door, name, { ...known, ...device, ...fields }, player.bot.token)
  if (answer.error === null) {
    player.remember(name, answer)
    const token = valueAtPath(answer.body, '$.token') ?? answer.headers[HEADER.tokenRenewed]
    if (typeof token === 'string') player.bot.useToken(token)
  }
  return answer
}
