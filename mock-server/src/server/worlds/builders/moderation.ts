import type { Random } from '@inkling/fixtures/random'
import { DAY_MS } from '../../../core/contract/constants.ts'
import type { DecisionAction } from '../../../core/contract/schemas/moderation.ts'
import type { ReportReason } from '../../../core/contract/schemas/safety.ts'
import { type Game, hideEntry } from '../../../core/rules/game/game.ts'
import {
  isHiddenByReports,
  type ModeratorDecision,
  type Report,
  type ReportedThing,
  reportWeight,
} from '../../../core/rules/players/safety.ts'
import type { User } from '../../../core/rules/players/user.ts'
import { type Instant, plus } from '../../../core/rules/time/instant.ts'
import { Ids } from '../../../engine/ids.ts'
import { webCodecs } from '../../platform/web-codecs.ts'

const OPEN = 16
/** What a moderator has decided, about one thing each. */
const DECIDED: readonly DecisionAction[] = [
  'dismiss',
  'hide',
  'dismiss',
  'warn',
  'hide',
  'dismiss',
  'suspend',
  'hide',
]
const SUSPENDED_DAYS = 7
const MINUTE = 60_000

const REASONS: readonly (readonly [ReportReason, readonly (string | null)[]])[] = [
  ['hurtful', ['This makes fun of somebody in our group.', null]],
  ['sexual', [null]],
  ['private', ['That is a real phone number.', null]],
  ['other', ['Not a drawing, only letters.', 'This gives the word away.', null]],
]

/** Players have reported drawings, guesses and names of these games. A moderator has decided about the first of them. */
export class Moderation {
  readonly reports: Report[] = []
  readonly reportedThings: ReportedThing[] = []
  readonly decisions: ModeratorDecision[] = []
  readonly #games: Map<string, Game>
  readonly #users: Map<string, User>
  readonly #hosts: ReadonlySet<string>
  readonly #ids: Ids
  readonly #random: Random

  /** @param games that are over; the other parameters are the whole world's */
  constructor(
    games: readonly Game[],
    {
      users,
      hosts,
      seed,
      random,
    }: { users: readonly User[]; hosts: Iterable<string>; seed: string; random: Random },
  ) {
    this.#games = new Map(games.map((game) => [game.id, game]))
    this.#users = new Map(users.map((user) => [user.id, user]))
    this.#hosts = new Set(hosts)
    this.#ids = new Ids(webCodecs, seed)
    this.#random = random
    const long = games.filter(({ entries }) => entries.length > 2)
    for (const [at, game] of random
      .shuffle(long)
      .slice(0, OPEN + DECIDED.length)
      .entries()) {
      const thing = this.#report(game)
      const action = DECIDED[at]
      this.reportedThings.push(action ? this.#decide(thing, action) : thing)
    }
  }

  get games(): readonly Game[] {
    return [...this.#games.values()]
  }

  get users(): readonly User[] {
    return [...this.#users.values()]
  }

  /** One to three of those who have played the game report a step, or its author's name. */
  #report(game: Game): ReportedThing {
    const random = this.#random
    const stepIndex = random.whole(0, game.entries.length - 1)
    const entry = game.entries[stepIndex]
    if (!entry) throw new RangeError('There is nothing to report')
    const { userId: authorId, type } = entry
    const name = this.#user(authorId).username
    const isName = random.chance(0.15)
    const id = isName
      ? this.#ids.reportedThing('name', authorId, name)
      : this.#ids.reportedThing(game.id, stepIndex)
    const kind = isName ? 'name' : type
    const others = game.entries.map(({ userId }) => userId).filter((userId) => userId !== authorId)
    let at: Instant = entry.at
    const reports = random
      .shuffle(others)
      .slice(0, random.pick([1, 1, 1, 2, 3]))
      .map((by): Report => {
        const [reason, notes] = random.pick(REASONS)
        const weight = reportWeight(kind, { isHost: this.#hosts.has(by), isInside: true })
        at = plus(at, random.whole(2 * MINUTE, 120 * MINUTE))
        const place = { gameId: game.id, stepIndex: isName ? null : stepIndex, authorId, kind } as const
        return {
          ...{ id: this.#ids.report(id, by), thingId: id, by, ...place, reason, note: random.pick(notes) },
          ...{ at, day: game.day, ...(weight > 0 && { weight }) },
        }
      })
    this.reports.push(...reports)
    for (const { by } of reports)
      if (by !== null) this.#change(by, ({ reportsMade = 0 }) => ({ reportsMade: reportsMade + 1 }))
    const weight = reports.reduce((sum, report) => sum + (report.weight ?? 0), 0)
    const isHidden = isHiddenByReports({ isCleared: false, weight })
    if (isHidden) this.#games.set(game.id, hideEntry(game, stepIndex, at, 'waiting'))
    return {
      ...{ id, kind, gameId: game.id, stepIndex: isName ? null : stepIndex, authorId, groupId: game.groupId },
      text: isName ? name : entry.type === 'guess' ? entry.guess : null,
      ...{ state: 'open', isHidden, isCleared: false, weight },
      ...{ firstAt: reports[0]?.at ?? at, lastAt: at, count: reports.length },
      reasons: [...new Set(reports.map(({ reason }) => reason))],
      reportId: reports[0]?.id ?? null,
      latestReports: reports.map((report) => report.id),
    }
  }

  /** As `decide` of the engine, for a thing that was not decided before. */
  #decide(thing: ReportedThing, action: DecisionAction): ReportedThing {
    const { authorId, gameId, stepIndex, kind, text, reasons } = thing
    const at = plus(thing.lastAt, this.#random.whole(5 * MINUTE, 120 * MINUTE))
    const isCleared = action === 'dismiss'
    const until = action === 'suspend' ? plus(at, SUSPENDED_DAYS * DAY_MS) : null
    const note =
      { warn: 'Please keep it friendly.', suspend: 'Phone numbers, again.' }[String(action)] ?? null
    const game = this.#games.get(gameId ?? '')
    if (game && stepIndex !== null && !(isCleared && !thing.isHidden))
      this.#games.set(
        game.id,
        hideEntry(game, stepIndex, isCleared ? null : at, isCleared ? 'kept' : 'removed'),
      )
    if (!isCleared && text !== null && stepIndex === null)
      this.#change(authorId, ({ hiddenTexts = [] }) => ({ hiddenTexts: [...hiddenTexts, text] }))
    if (action === 'warn')
      this.#change(authorId, () => ({ warning: { at, thingId: thing.id, kind, text, reasons, note } }))
    if (action === 'suspend') this.#change(authorId, () => ({ suspension: { until, reason: note } }))
    if (isCleared)
      for (const { id, by } of this.reports.filter(({ thingId }) => thingId === thing.id))
        this.#change(by ?? '', ({ dismissedReports = [] }) => ({
          dismissedReports: [...dismissedReports, { reportId: id, at }],
        }))
    const by = { key: 'moderator', name: 'Robin' } as const
    this.decisions.push({
      id: this.#ids.decision(at, this.decisions.filter((decision) => decision.at === at).length),
      ...{ at, action, by, reportId: thing.reportId, gameId, stepIndex, kind, userId: authorId, until, note },
      things: 1,
    })
    const decided = { version: 1, action, at, by }
    return { ...thing, state: 'closed', isHidden: !isCleared, isCleared, decided }
  }

  #user(id: string): User {
    const user = this.#users.get(id)
    if (!user) throw new RangeError(`There is no user ${id}`)
    return user
  }

  #change(id: string, change: (user: User) => Partial<User>): void {
    const user = this.#user(id)
    this.#users.set(id, { ...user, ...change(user) })
  }
}
