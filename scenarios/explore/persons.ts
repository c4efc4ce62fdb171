import { valueAtPath } from '../runner/language/values/json-path.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { callOf, inputOf, type PlayedStep } from './played-step.ts'

/** The kinds of persons whom the rules tell apart, each with its letter in tables. */
export const PERSONS = {
  waiting: 'W',
  playing: 'P',
  played: 'D',
  skipped: 'S',
  host: 'H',
  member: 'M',
  'former member': 'F',
  'kept out': 'K',
  outsider: 'O',
  blocked: 'B',
  suspended: 'U',
  'signed out': 'G',
  deleted: 'X',
  'without a token': 'N',
  admin: 'A',
} as const
export type Person = keyof typeof PERSONS

const STATUS: Readonly<Record<string, Person>> = {
  pending: 'waiting',
  playing: 'playing',
  completed: 'played',
  skipped: 'skipped',
}
type InGroup = 'member' | 'former member' | 'kept out'
interface Circle {
  host: string | undefined
  readonly people: Map<string, InGroup>
}

/** Which kinds of persons the bots are, as far as the replies of the reference have shown. */
export class Persons {
  readonly #botOf: ReadonlyMap<string, string>
  readonly #statuses = new Map<string, Person>()
  /** By the group's id on the reference. */
  readonly #circles = new Map<string, Circle>()
  readonly #blockers = new Map<string, Set<string>>()
  readonly #suspendedUntil = new Map<string, string | null>()
  readonly #gone = new Map<string, 'signed out' | 'deleted'>()

  /** @param botOf the bots by their ids on the reference */
  constructor(botOf: ReadonlyMap<string, string>) {
    this.#botOf = botOf
  }

  isSignedOut(bot: string): boolean {
    return this.#gone.has(bot)
  }

  /** The host and the members of a group, and whom it keeps out. */
  circle(
    groupId: string | undefined,
  ): (Record<'members' | 'keptOut', readonly string[]> & { readonly host: string }) | null {
    const circle = this.#circles.get(groupId ?? '')
    if (circle?.host === undefined) return null
    const those = (kind: InGroup) => [...circle.people].flatMap(([bot, is]) => (is === kind ? bot : []))
    return { host: circle.host, members: those('member'), keptOut: those('kept out') }
  }

  /**
   * The kinds of person that a bot is.
   * @param groupId the group that its call is about; without it, all groups count
   */
  of(bot: string, now: string, groupId?: string): Person[] {
    const until = this.#suspendedUntil.get(bot)
    const [status, gone] = [this.#statuses.get(bot), this.#gone.get(bot)]
    return [
      ...(status ? [status] : []),
      ...this.#inGroups(bot, groupId),
      ...(this.#blockers.get(bot)?.size ? (['blocked'] as const) : []),
      ...(until === null || (until !== undefined && until > now) ? (['suspended'] as const) : []),
      ...(gone ? [gone] : []),
    ]
  }

  /** Notes what the reply to a step shows. */
  note(step: PlayedStep, { body, error }: Answer): void {
    const { who, call } = callOf(step)
    const at = (path: string) => valueAtPath(body, path)
    if (call === 'decide' && error === null) {
      const bot = this.#botOf.get(String(at('$.userId')))
      const isHard = at('$.action') === 'suspend' || at('$.action') === 'ban'
      if (bot && isHard) this.#suspendedUntil.set(bot, at('$.until') as string | null)
      if (bot && at('$.action') === 'lift') this.#suspendedUntil.delete(bot)
    }
    if (who === null || call === null) return
    if (error?.code === 'AUTH_INVALID') this.#gone.set(who, this.#gone.get(who) ?? 'signed out')
    else this.#gone.delete(who)
    if (error !== null) return
    const other = this.#named(step)
    if (call === 'delete-account') this.#gone.set(who, 'deleted')
    if (call === 'block' && other)
      this.#blockers.set(other, (this.#blockers.get(other) ?? new Set()).add(who))
    if (call === 'unblock' && other) this.#blockers.get(other)?.delete(who)
    this.#noteStatus(who, call, body)
    this.#noteGroup(who, call, body)
    const circle = this.#circles.get(String(at('$.id')))
    if (call === 'kick-member' && other && inputOf(step).keepOut === true)
      circle?.people.set(other, 'kept out')
  }

  #inGroups(bot: string, groupId: string | undefined): Person[] {
    const circles = groupId === undefined ? [...this.#circles.values()] : [this.#circles.get(groupId)]
    const kinds = circles.flatMap((circle): Person[] => {
      const kind = circle?.people.get(bot)
      return circle?.host === bot ? ['host'] : kind ? [kind] : []
    })
    return kinds.length === 0 ? ['outsider'] : [...new Set(kinds)]
  }

  #noteStatus(who: string, call: string, body: unknown): void {
    const { yourStatus, hasGame, success } = (body ?? {}) as Record<string, unknown>
    const status =
      call === 'start-turn'
        ? 'playing'
        : call === 'submit-turn' && success === true
          ? 'completed'
          : String(yourStatus)
    const kind = STATUS[status]
    if (kind) this.#statuses.set(who, kind)
    else if (hasGame === false) this.#statuses.delete(who)
  }

  #noteGroup(who: string, call: string, body: unknown): void {
    if (call === 'leave-group') {
      for (const circle of this.#circles.values())
        if (isIn(circle, who)) {
          circle.people.set(who, 'former member')
          if (circle.host === who) circle.host = undefined
        }
      return
    }
    const { groupId, hostId, members } = (body ?? {}) as Record<string, unknown>
    if (typeof groupId !== 'string' || !Array.isArray(members)) return
    const circle = this.#circles.get(groupId) ?? { host: undefined, people: new Map<string, InGroup>() }
    this.#circles.set(groupId, circle)
    circle.host = this.#botOf.get(String(hostId))
    for (const bot of circle.people.keys()) if (isIn(circle, bot)) circle.people.set(bot, 'former member')
    for (const { userId } of members as { userId: string }[]) {
      const bot = this.#botOf.get(userId)
      if (bot) circle.people.set(bot, 'member')
    }
  }

  /** The bot whom the input of a step names. */
  #named(step: PlayedStep): string | undefined {
    return /^\$\{(\w+)\.userId\}$/.exec(String(inputOf(step).userId))?.[1]
  }
}

const isIn = ({ people }: Circle, bot: string): boolean => people.get(bot) === 'member'
