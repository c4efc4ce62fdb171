import type { Random } from '@inkling/fixtures/random'
import { codesLike } from '@inkling/mock-server/contract/group-code'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { inputShape, type JsonShape } from '../runner/language/checks/call-shapes.ts'
import { GROUP_NAMES, NOTES, ORDINARY, phoneOf, TRICKY, VALUES, WRONG_GUESSES } from './input-values.ts'
import type { Known } from './known.ts'
import { PICTURES } from './pictures.ts'
import { type Kind, kindIn, type Things } from './things.ts'

type Fields = Record<string, unknown>

/** The decisions that take back others. */
const UNDOING = ['restore', 'lift']
const DECISIONS = ['dismiss', 'hide', 'restore', 'warn', 'suspend', 'ban', 'lift', ...UNDOING]
/** How often an optional field is given. */
const OPTIONAL = 0.4
/**
 * Makes plausible inputs for any call: fields by their names from what is known, all others from their schemas. So a
 * call that is added to the contract table gets inputs without a change here.
 */
export class Inputs {
  readonly #random: Random
  readonly #known: Known
  readonly #bots: readonly string[]
  readonly #isExact: boolean
  /** What the present input is to be about. */
  #about: Things = {}

  /** @param isExact whether codes are the same on both servers, so that they can be written in other ways */
  constructor(
    random: Random,
    known: Known,
    { bots, isExact }: { bots: readonly string[]; isExact: boolean },
  ) {
    this.#random = random
    this.#known = known
    this.#bots = bots
    this.#isExact = isExact
  }

  /**
   * The input of a call by a bot; `who` is null for an admin.
   * @param about what it names; anything else is chosen
   */
  for(name: EndpointName, who: string | null, about: Things = {}): Fields {
    this.#about = about
    return this.#combined(name, who) ?? this.#object(inputShape(name), name, who)
  }

  /** A reaction to a game. Of few kinds, so that players agree and change their minds. */
  reaction(gameId: string) {
    return { stepIndex: this.#step(gameId), reactionType: this.#random.pick(['love', 'love', 'wow', 'fire']) }
  }

  /** A step of a game's chain, seldom one that it does not have. */
  #step(gameId: string): number {
    if (typeof this.#about.step === 'number') return this.#about.step
    const length = this.#known.chains.get(gameId) ?? 0
    const isAny = length === 0 || this.#random.chance(0.1)
    return this.#random.whole(0, isAny ? 3 : Math.min(1, length - 1))
  }

  /** A guess for the turn of a bot: often what the drawer was asked to draw, sometimes an earlier guess in other words. */
  guess(who: string | null): string {
    const random = this.#random
    const earlier = this.#known.guesses.get(who ?? '') ?? []
    if (earlier.length > 0 && random.chance(0.2))
      return random.pick([(text: string) => text.toUpperCase(), (text: string) => `the ${text}`, String])(
        String(random.pick(earlier)),
      )
    if (random.chance(0.55)) return random.pick(WRONG_GUESSES)
    const word = `\${${random.pick(this.#bots)}.word}`
    return random.pick([word, word, `${word}s`, ` The ${word}! `, `big ${word}`])
  }

  drawing(): string {
    return `\${${this.#random.pick(Object.keys(PICTURES))}}`
  }

  /** One of the guesses that the bot has made, seldom another one. */
  finalGuess(who: string): unknown {
    const made = this.#known.guesses.get(who) ?? []
    return made.length === 0 || this.#random.chance(0.1) ? 'never guessed' : this.#random.pick(made)
  }

  /** What stands for a thing in a step: for the one that the input is to be about, or for any. */
  #one(kind: Kind | 'user'): string {
    const about = this.#about[kind]
    if (about !== undefined) return String(about)
    const random = this.#random
    const { chains, holders } = this.#known
    const known = kind === 'user' ? [] : this.#known.variables(kind)
    switch (kind) {
      case 'user':
        // Often one who holds a turn.
        return `\${${random.pick(holders.length > 0 && random.chance(0.25) ? holders : this.#bots)}.userId}`
      case 'game':
        return random.chance(0.5) && chains.size > 0
          ? random.pick([...chains.keys()])
          : random.pick([...known, `\${${random.pick(this.#bots)}.gameId}`])
      case 'group':
        return known.length > 0 && random.chance(0.6)
          ? random.pick(known)
          : `\${${random.pick(this.#bots)}.groupId}`
      default:
        if (known.length === 0 || random.chance(0.05)) return 'unknown'
        return random.chance(0.5) ? (known.at(-1) as string) : random.pick(known)
    }
  }

  /** Inputs whose fields depend on one another. */
  #combined(name: EndpointName, who: string | null): Fields | null {
    const random = this.#random
    const timed = {
      timeSpent: random.pick([0, 4, 61.5, 300]),
      ...(random.chance(0.5) && { strokeCount: random.whole(0, 9) }),
    }
    switch (name) {
      case 'submitTurn': {
        const content = random.chance(0.5)
          ? { drawing: this.drawing() }
          : { guess: this.finalGuess(who ?? '') }
        return { content: random.chance(0.03) ? {} : content, ...timed }
      }
      case 'report': {
        const kind = random.pick(['drawing', 'guess', 'name', 'avatar', 'drawing'])
        const own = this.#about.game === undefined ? this.#known.chainsOf(who ?? '') : []
        const gameId = own.length > 0 && random.chance(0.5) ? random.pick(own) : this.#one('game')
        const isStep = kind === 'drawing' || kind === 'guess'
        return {
          gameId,
          kind,
          ...(isStep
            ? random.chance(0.8) && { stepIndex: this.#step(gameId) }
            : { userId: this.#one('user') }),
          ...(random.chance(0.3) && { note: random.pick(NOTES) }),
          ...(random.chance(0.2) && { passTurn: true }),
          reason: random.pick(['hurtful', 'sexual', 'private', 'other']),
        }
      }
      case 'decide': {
        const undoing = this.#undoing()
        if (undoing) return undoing
        const action = random.pick(DECISIONS)
        const { report, user, game, step } = this.#about
        const fields = [
          { is: report, fields: { reportId: this.#one('report') } },
          { is: user, fields: { userId: this.#one('user') } },
          { is: game, fields: { gameId: this.#one('game'), stepIndex: step ?? random.whole(0, 3) } },
        ]
        const given = fields.filter(({ is }) => is !== undefined)
        const { fields: about } = random.pick(given.length === 0 ? fields : given)
        return {
          ...about,
          action,
          ...(action === 'suspend' && { days: random.pick([1, 7, 365]) }),
          ...(random.chance(0.3) && { note: random.pick(NOTES) }),
          ...(random.chance(0.2) && { everything: true }),
        }
      }
      case 'addReaction': {
        const gameId = this.#one('game')
        return { gameId, ...this.reaction(gameId) }
      }
      case 'removeReaction': {
        const gameId = this.#one('game')
        return { gameId, stepIndex: this.#step(gameId) }
      }
      case 'kickMember': {
        const id = this.#one('group')
        return {
          id,
          userId: this.#oneOf(this.#known.circle(id)?.members),
          ...(random.chance(0.6) && { keepOut: random.chance(0.8) }),
        }
      }
      case 'letBackIn': {
        const id = this.#one('group')
        return { id, userId: this.#oneOf(this.#known.circle(id)?.keptOut) }
      }
      case 'updateGroupSettings':
        return {
          id: this.#one('group'),
          ...random.pick([
            { publicResults: random.chance(0.3) },
            { publicResults: false },
            { name: random.pick(GROUP_NAMES) },
            { avatar: random.pick(['🦊', 'A', 'no avatar']) },
          ]),
        }
      case 'deleteAccount':
        return { username: random.chance(0.7) ? `\${${who}.username}` : 'Wrong' }
      case 'moveHere':
        return {
          code: this.#one('move'),
          deviceId: `\${${random.pick(this.#bots)}.deviceId}${random.pick(['', '', '-1', '-2'])}`,
          ...(random.chance(0.6) && { replace: true }),
        }
      default:
        return null
    }
  }

  /** Takes back the latest decision; null if there is none, and mostly. */
  #undoing(): Fields | null {
    const latest = this.#known.latestOf('an admin')
    if (!latest || !('admin' in latest) || latest.admin !== 'decide' || !this.#random.chance(0.25))
      return null
    const { days: _, ...about } = latest.with ?? {}
    return { ...about, action: this.#random.pick(UNDOING) }
  }

  #object(shape: JsonShape, call: EndpointName, who: string | null): Fields {
    const fields: Fields = {}
    for (const [name, inner] of Object.entries(shape.properties ?? {})) {
      const isGiven = shape.required?.includes(name) || this.#random.chance(OPTIONAL)
      if (isGiven) fields[name] = this.#field(name, inner, call, who)
    }
    return fields
  }

  #field(name: string, shape: JsonShape, call: EndpointName, who: string | null): unknown {
    const random = this.#random
    const kind = kindIn(call, name)
    if (kind !== undefined) return this.#thing(kind)
    const { path } = endpoints[call]
    switch (name) {
      case 'deviceId':
        return `\${${who ?? random.pick(this.#bots)}.deviceId}`
      case 'guess':
        return this.guess(who)
      case 'token':
        return phoneOf(random.pick(this.#bots))
      case 'daysAgo':
        return random.whole(0, 3)
      case 'before':
        return path.includes('/history')
          ? random.pick(['2026-03-08', '2026-05-19', '2027-01-01', 'x'])
          : 'unknown'
      default: {
        const values = ORDINARY[name] ?? VALUES[name]
        return values ? random.pick(values) : this.#fromSchema(shape, call, who)
      }
    }
  }

  #thing(kind: keyof Things): unknown {
    const random = this.#random
    if (kind === 'step') return this.#about.step ?? random.pick([0, 0, 1, 1, 2, 3, 99])
    if (kind !== 'code') return this.#one(kind)
    return random.chance(0.8) ? this.#code() : random.pick(['QQQQQ2', 'abc'])
  }

  /** The code of a group, sometimes as somebody types it. */
  #code(): string {
    const variable = this.#one('code')
    const code = this.#known.valueOf(variable)
    if (!this.#isExact || code === undefined || this.#random.chance(0.6)) return variable
    const [first, ...rest] = codesLike(code).slice(1)
    return this.#random.pick([
      code.toLowerCase(),
      ` ${code.slice(0, 3)}-${code.slice(3)}`,
      ...(first === undefined ? [] : [first, ...rest]),
    ])
  }

  /** Mostly one of these bots. */
  #oneOf(bots: readonly string[] = []): string {
    return bots.length > 0 && this.#random.chance(0.7)
      ? `\${${this.#random.pick(bots)}.userId}`
      : this.#one('user')
  }

  #fromSchema(shape: JsonShape, call: EndpointName, who: string | null): unknown {
    const random = this.#random
    if (shape.const !== undefined) return shape.const
    if (shape.enum) return random.pick(shape.enum)
    if (shape.anyOf) return this.#fromSchema(random.pick(shape.anyOf), call, who)
    if (shape.properties) return this.#object(shape, call, who)
    if (shape.type === 'boolean') return random.chance(0.5)
    if (shape.type === 'integer' || shape.type === 'number')
      return Math.max(shape.minimum ?? 0, random.whole(0, 3))
    return shape.type === 'string' ? random.pick(['text', ...TRICKY]) : null
  }
}
