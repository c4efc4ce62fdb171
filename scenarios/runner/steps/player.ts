import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import type { Bot } from '../../bots/bot.ts'
import { valueAtPath } from '../language/values/json-path.ts'
import { shapeOf } from '../language/values/object-shape.ts'
import type { Listening } from '../targets/target.ts'
import { type Answer, exchange } from './calls/exchange.ts'
import { failure } from './step-failure.ts'

/** A bot of a scenario and its variables, such as `${ann.userId}` and `${ann.gameId}`. */
export class Player {
  readonly bot: Bot
  /** The turn that it holds, according to the replies so far. */
  turn: TurnView | null = null
  listening: Listening | null = null
  readonly #values: Record<string, unknown>

  constructor(bot: Bot) {
    this.bot = bot
    this.#values = { name: bot.name }
  }

  /** The bot's variables by name. */
  get values(): Readonly<Record<string, unknown>> {
    return this.#values
  }

  /** The ids of all games in its replies. */
  readonly gameIds = new Set<string>()

  /** Sets variables, except to null and undefined. */
  setValues(fields: Readonly<Record<string, unknown>>): void {
    if (typeof fields.gameId === 'string') this.gameIds.add(fields.gameId)
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined && value !== null) this.#values[name] = value
    }
  }

  /** Sets the variables that a successful reply contains. */
  storeReply(name: EndpointName, { body }: Pick<Answer, 'body'>): void {
    const values = Object.entries(STORED[name] ?? {}).map(([variable, path]) => [
      variable,
      valueAtPath(body, path),
    ])
    this.setValues(Object.fromEntries(values))
    if (name === 'startTurn') this.turn = body as TurnView
    if (name === 'submitTurn' && valueAtPath(body, '$.success') === true) this.turn = null
  }

  /** Default parameters of a call: the player's own group and game. */
  defaultsFor(name: EndpointName, wanted: readonly string[]): Record<string, unknown> {
    const ofGroup = endpoints[name].path.startsWith('/api/groups/')
    const values = { id: this.#values[ofGroup ? 'groupId' : 'gameId'], gameId: this.#values.gameId }
    return Object.fromEntries(
      Object.entries(values).filter(([field, value]) => wanted.includes(field) && value !== undefined),
    )
  }
}

const OF_GROUP = { groupId: '$.groupId', code: '$.code' }
const OF_TODAY = { gameId: '$.gameId', status: '$.yourStatus' }

/** The variables that replies contain, each with its path. */
const STORED: Readonly<Partial<Record<EndpointName, Readonly<Record<string, string>>>>> = {
  signInDevice: { userId: '$.user.id', username: '$.user.username', groupId: '$.user.groupId' },
  updateProfile: { username: '$.username' },
  createGroup: OF_GROUP,
  joinGroup: OF_GROUP,
  getGroup: OF_GROUP,
  getToday: OF_TODAY,
  jumpIn: OF_TODAY,
  skipTurn: OF_TODAY,
  startTurn: { gameId: '$.gameId', turnId: '$.turnId', word: '$.word', drawing: '$.previousEntry.drawing' },
  getYesterdayResults: { yesterdayGameId: '$.gameId' },
}

/** Makes a call as the player: fills in default parameters and stores the values of the reply. */
export async function callAs(
  player: Player,
  name: EndpointName,
  fields: Readonly<Record<string, unknown>>,
  access: ServerAccess,
): Promise<Answer> {
  const inPath = Object.keys(shapeOf(endpoints[name].params))
  const defaults = player.defaultsFor(name, inPath)
  const missing = inPath.find((field) => !(field in defaults) && !(field in fields))
  if (missing) throw failure(`${player.bot.name} has no ${missing} yet: set it in with`, ['do'])
  const device = name === 'signInDevice' && { deviceId: player.values.deviceId }
  const answer = await exchange(access, name, { ...defaults, ...device, ...fields }, player.bot.token)
  if (answer.error === null) {
    player.storeReply(name, answer)
    const token = valueAtPath(answer.body, '$.token') ?? answer.headers[HEADER.tokenRenewed]
    if (typeof token === 'string') player.bot.useToken(token)
  }
  return answer
}
