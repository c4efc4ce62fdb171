import type { ClockChange } from '@inkling/mock-server/contract/schemas/control'
import type { ReactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import { neededKey } from '@inkling/mock-server/contract/table/endpoint'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { findRoute, type Route } from '@inkling/mock-server/contract/table/routes'
import { ADMIN_CALLS, callName } from '../runner/language/call-names.ts'
import { takesAll } from '../runner/language/checks/call-shapes.ts'
import type { Scenario } from '../runner/language/language.ts'
import type { Step, StepOf } from '../runner/language/steps.ts'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import { literalText } from '../runner/language/values/variables.ts'
import { durationText } from '../text/duration.ts'
import { jsonOr } from '../text/json.ts'
import { Captures } from './captures.ts'
import { expectedOf, refusalOf } from './expected.ts'
import { type LeftOut, LeftOutCalls, nameInSummary, neverRecorded, REASON, type Reason } from './left-out.ts'
import { Players } from './players.ts'
import type { RecordedCall } from './recorded-call.ts'
import { RecordedSecrets } from './recorded-secrets.ts'
import { RecordedWords } from './recorded-words.ts'
import { ReplayScope } from './replay-scope.ts'
import type { StartingWorld } from './starting-world.ts'

export interface Recording {
  readonly scenario: Scenario
  /** Drawings by file name, stored next to the scenario. */
  readonly assets: ReadonlyMap<string, Uint8Array>
  /** The calls that clients made and that are not in the scenario. */
  readonly leftOut: readonly LeftOut[]
}

export interface RecorderOptions {
  /** The folder of the drawings and the world, relative to the scenario. */
  readonly folder: string
  /** The server's time at the start, in milliseconds since 1970. */
  readonly startedAt: number
  /** The address of the server, without a trailing slash. */
  readonly address: string
  /** The world of the server at the start, with which a replay begins; null if it is not kept. */
  readonly world: StartingWorld | null
  /** Milliseconds since 1970. */
  readonly now?: number
}

/** If more time passes between two calls, the replay advances its clock. */
const LAG_MS = 30_000
/** Longer than all ids and codes. */
const MAX_ID_LENGTH = 64

/**
 * Converts client traffic to a scenario: players become bots, ids are captured, drawings become files, secrets are
 * removed.
 */
export class Recorder {
  readonly #steps: Step[] = []
  readonly #captures: Captures
  readonly #players: Players
  readonly #world: StartingWorld | null
  readonly #address: string
  readonly #scope = new ReplayScope()
  readonly #listening = new Set<string>()
  readonly #leftOut = new LeftOutCalls()
  readonly #assets = new Map<string, Uint8Array>()
  readonly #folder: string
  readonly #startedAt: number
  readonly #secrets = new RecordedSecrets()
  readonly #words = new RecordedWords()
  /** Short texts in the recorded calls and responses, among them all ids and codes. */
  readonly #mentioned = new Set<string>()
  /** The last reply to each read call, by player and path. */
  readonly #lastRead = new Map<string, string>()
  #time: number | null

  constructor({ folder, startedAt, address, world, now = Date.now() }: RecorderOptions) {
    this.#folder = folder
    this.#startedAt = startedAt
    this.#address = address
    this.#world = world
    this.#captures = new Captures(address, (typed) => this.#world?.codeFor(typed))
    this.#players = new Players((userId) => this.#world?.has(userId) ?? false)
    this.#time = now
  }

  call(call: RecordedCall): void {
    const url = new URL(`http://recorded${call.path}`)
    const row = findRoute(call.method, url.pathname)
    if (row?.name === 'changeClock' && this.#clock(call)) return
    if (row?.name === 'signInDevice') this.#players.signedIn(call.reply)
    const who = this.#isInvalidToken(call)
      ? null
      : (this.#players.of(call.token) ?? (row ? this.#players.signedInBy(row.name, call.reply) : null))
    const reason = neverRecorded(call.method, url.pathname, row?.name) ?? this.#reasonFor(row, who, call)
    if (reason) {
      this.#leftOut.add(nameInSummary(call.method, url.pathname, row?.name), reason)
      return
    }
    this.#advanceClock(call.at)
    const step = row
      ? this.#stepOf(row.name, { ...row.params, ...Object.fromEntries(url.searchParams) }, who, call)
      : this.#rawStep(who, call, objectOf(call.body))
    this.#steps.push(step)
    this.#mention([url.pathname.split('/'), [...url.searchParams.values()], objectOf(call.body), call.reply])
    if (call.status < 400) {
      this.#captures.collect(step, call.reply)
      if (row) this.#words.collect(row.name, call.reply)
    }
    if (who) this.#players.renewed(who, call)
    if (who && row && call.status < 400) this.#players.seen(who, row.name, call.reply)
  }

  /** Counts a call or a socket that the server did not answer. */
  unanswered(method: string, path: string): void {
    const { pathname } = new URL(`http://recorded${path}`)
    this.#leftOut.add(nameInSummary(method, pathname, findRoute(method, pathname)?.name), REASON.unanswered)
  }

  /** @param closed the code with which the server refused the socket; null if it accepted it. */
  listen(gameId: string, token: string | null, closed: number | null = null): void {
    const as = this.#players.of(token)
    this.#mention(gameId)
    const isUnknown = !this.#captures.has(gameId) && !this.#world
    if (isUnknown || !as) {
      const reason = isUnknown ? REASON.unknownPast : REASON.stranger
      this.#leftOut.add(nameInSummary('GET', '', 'watchReactions'), reason)
      return
    }
    if (closed === null) this.#listening.add(as)
    const expect = closed === null ? {} : { expect: { closed } }
    this.#steps.push({ socket: 'reactions', as, with: this.#fields({ gameId }), ...expect })
  }

  message(token: string | null, { data }: ReactionMessage): void {
    const as = this.#players.of(token)
    const { action, stepIndex, reactionType } = data
    const expect = { data: { action, stepIndex, reactionType } }
    if (as && this.#listening.has(as)) this.#steps.push({ socket: 'reactions', as, expect, within: '5s' })
  }

  stopListening(token: string | null): void {
    const as = this.#players.of(token)
    if (as && this.#listening.delete(as)) this.#steps.push({ socket: 'close', as })
  }

  finish(name: string): Recording {
    const clock = new Date(this.#startedAt).toISOString()
    const { bots } = this.#players
    const captured = this.#steps.flatMap((step) => ('capture' in step ? Object.keys(step.capture ?? {}) : []))
    const names = this.#players.names(
      new Set([...RESERVED, ...captured]),
      (username) => this.#world?.isShown(username) ?? true,
    )
    const named = (bot: string) => names.get(bot) ?? bot
    const steps = this.#steps.map((step) => renamed(step, named))
    const acting = new Set(steps.flatMap((step) => actors(step)))
    const own = Object.entries(bots).map(([bot, settings]) => [named(bot), settings] as const)
    const words = this.#words.byDay
    const config = {
      clock,
      ...(words && { words }),
      ...(this.#world && { world: this.#worldFile }),
    }
    return {
      scenario: {
        version: 1,
        name,
        config,
        bots: Object.fromEntries(own.filter(([bot]) => acting.has(bot))),
        steps,
      },
      assets: this.#assets,
      leftOut: this.#leftOut.all,
    }
  }

  /** The file of the world, as an asset; none without a world. */
  async worldAsset(): Promise<ReadonlyMap<string, Uint8Array>> {
    const { devices } = this.#players
    const bytes = await this.#world?.portable(devices, this.#mentioned, this.#address)
    return new Map(bytes ? [[this.#worldFile, bytes]] : [])
  }

  get #worldFile(): string {
    return `${this.#folder}/world.json`
  }

  /** Why this call is left out, after those before it; null if it is recorded. */
  #reasonFor(row: Route | null, who: string | null, call: RecordedCall): Reason | null {
    if (call.method === 'GET' && this.#isRepeated(`${who} ${call.path}`, call)) return REASON.repeated
    if (!row) return null
    const isKnown = (id: string) => this.#captures.has(id)
    const isPossible = this.#scope.process(row.name, who, idsOf(row.params, call.body), call, isKnown)
    return isPossible || this.#world ? null : REASON.unknownPast
  }

  #stepOf(
    name: EndpointName,
    inAddress: Readonly<Record<string, string>>,
    who: string | null,
    call: RecordedCall,
  ): StepOf<'bot' | 'admin' | 'http'> {
    const body = call.body === '' ? {} : objectOf(call.body)
    const word = callName(name)
    const expect = expectedOf(name, call.status, call.reply, {
      dependsOnOthers: this.#scope.dependsOnOthers(who),
      hasPast: !this.#scope.isNew(who) && !this.#world,
    })
    const after = { ...(expect && { expect }) }
    const hasOthers = !takesAll(name, { ...inAddress, ...body })
    // A step of an admin always has the key, and a bot has a token and a device of its own.
    const isRefused =
      this.#isInvalidToken(call) ||
      (name === 'signInDevice'
        ? !endpoints.signInDevice.body.safeParse(body).success
        : neededKey(endpoints[name].auth) !== null && call.status === 403)
    if (
      body === null ||
      hasOthers ||
      isRefused ||
      word === undefined ||
      (who === null && endpoints[name].auth === 'player')
    ) {
      const needsKey = neededKey(endpoints[name].auth) !== null && !isRefused
      return {
        ...this.#rawStep(who, call, hasOthers || isRefused ? body : null),
        ...(needsKey && { needs: 'controls' as const }),
      }
    }
    const { deviceId: _, ...own } = body
    const given = this.#fields(
      this.#secrets.replaced({ ...inAddress, ...(name === 'signInDevice' ? own : body) }),
    )
    const fields = Object.keys(given).length > 0 ? { with: given } : {}
    if (ADMIN_CALLS.has(word)) return { admin: word, ...(who && { as: who }), ...fields, ...after }
    return { bot: who ?? this.#players.anybody, do: word, ...fields, ...after } as StepOf<'bot'>
  }

  /** Whether the server refused an authorization that is not the token of a bot. */
  #isInvalidToken({ token, reply }: RecordedCall): boolean {
    const isKnown = token !== null && this.#players.has(token)
    return !isKnown && valueAtPath(reply, '$.error.code') === 'AUTH_INVALID'
  }

  /** @param fields of the body, in which values of earlier responses become variables; null sends the body unchanged. */
  #rawStep(
    who: string | null,
    call: RecordedCall,
    fields: Readonly<Record<string, unknown>> | null,
  ): StepOf<'http'> {
    const path = this.#secrets
      .replacedInPath(call.path)
      .split('/')
      .map((part) => this.#captures.replaceIn(part))
      .join('/')
    return {
      http: {
        method: call.method,
        path,
        ...(this.#isInvalidToken(call) && { headers: { authorization: 'Bearer invalid' } }),
        ...this.#sent(call.body, fields),
      },
      ...(who && { as: who }),
      expect: refusalOf(call.status, call.reply) ?? { 'http-status': call.status },
    }
  }

  /** The body of a raw request: with variables if its fields are given, otherwise unchanged. */
  #sent(
    text: string,
    fields: Readonly<Record<string, unknown>> | null,
  ): Pick<StepOf<'http'>['http'], 'body' | 'raw'> {
    if (text === '') return {}
    if (fields)
      return { body: this.#fields(this.#secrets.replaced(fields)) as StepOf<'http'>['http']['body'] }
    return { raw: literalText(this.#secrets.replacedInText(text)) }
  }

  /** The fields for a replay: captured values as variables, a drawing as a file. */
  #fields(fields: Readonly<Record<string, unknown>>): NonNullable<StepOf<'bot'>['with']> {
    const { content, ...rest } = fields
    const drawing = (content as { drawing?: unknown } | undefined)?.drawing
    if (typeof drawing !== 'string')
      return this.#captures.replaceIn(fields) as NonNullable<StepOf<'bot'>['with']>
    const file = `${this.#folder}/drawing-${this.#assets.size + 1}.png`
    this.#assets.set(file, Buffer.from(drawing.replace(/^data:[^,]*,/, ''), 'base64'))
    const others = this.#captures.replaceIn(rest) as NonNullable<StepOf<'bot'>['with']>
    return { ...others, content: { drawing: `\${asset.${file}}` } }
  }

  #mention(value: unknown): void {
    if (typeof value === 'string' && value.length <= MAX_ID_LENGTH) this.#mentioned.add(value)
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) this.#mention(inner)
  }

  #isRepeated(key: string, { status, reply }: RecordedCall): boolean {
    const content = JSON.stringify([status, reply])
    if (this.#lastRead.get(key) === content) return true
    this.#lastRead.set(key, content)
    return false
  }

  /** Advances the clock of the replay by the time that has passed, unless the clock was set. */
  #advanceClock(at: number): void {
    if (this.#time === null || at - this.#time < LAG_MS) return
    this.#steps.push({ clock: { advance: durationText(Math.round((at - this.#time) / 1000) * 1000) } })
    this.#time = at
  }

  /** @returns whether the call changed the clock, which the replay then does too. */
  #clock({ body, status }: RecordedCall): boolean {
    const change = status < 400 ? (objectOf(body) as ClockChange | null) : null
    if (!change) return false
    this.#time = null
    if (change.set !== undefined) this.#steps.push({ clock: { to: change.set } })
    else if (change.advanceMs !== undefined)
      this.#steps.push({ clock: { advance: durationText(change.advanceMs) } })
    else if (change.to !== undefined) this.#steps.push({ clock: { to: 'midnight' } })
    return true
  }
}

/** Names of variables that every scenario has. */
const RESERVED = ['target', 'env', 'secret', 'asset', 'rules']

type Named = { readonly bot?: unknown; readonly as?: unknown }

/** The bots of a step. */
function actors(step: Step): string[] {
  const { bot, as } = step as Named
  return [bot, as].filter((name) => typeof name === 'string')
}

/** A step with the final names of its bots. */
function renamed(step: Step, named: (bot: string) => string): Step {
  const { bot, as } = step as Named
  return {
    ...step,
    ...(typeof bot === 'string' && { bot: named(bot) }),
    ...(typeof as === 'string' && { as: named(as) }),
  } as Step
}

/** Generated ids and codes in a call's input. */
function idsOf(params: Readonly<Record<string, string>>, body: string): string[] {
  const { code, userId } = objectOf(body) ?? {}
  const { id, gameId, code: codeInPath } = params
  return [id, gameId, codeInPath, code, userId].filter((value) => typeof value === 'string')
}

/** The fields of a body; null for one that is recorded as a raw http step. */
function objectOf(text: string): Record<string, unknown> | null {
  const value = jsonOr(text, null)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : null
}
