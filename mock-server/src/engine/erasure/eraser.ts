import { eraseFromGame, type GameErasure, type Substitute } from '../../core/rules/game/erased-entries.ts'
import { letBackIn, removeMember } from '../../core/rules/players/group.ts'
import { formerId, stepKey } from '../../core/rules/players/people.ts'
import type { ReportedThing } from '../../core/rules/players/safety.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { CollectionName, Collections } from '../collections.ts'

export interface ErasureOptions {
  /** Whether a player is erased. */
  readonly isErased: (userId: string) => boolean
  /** A new random id: one that derives from an old one would tell whom it was. */
  readonly newId: () => string
  readonly now: Instant
  readonly substitute: Substitute
  /** Reported things of erased players that stay until a moderator decides, with their content and their reports. */
  readonly held?: readonly ReportedThing[]
  /** The host of a group who answers for its name and avatar from now on; undefined for a group that has ended. */
  readonly hostOf?: (groupId: string) => string | undefined
}

/**
 * Erases players from documents. What others need of these documents stays without name: ids of games and of other players,
 * and reports about and by the erased players under new random ids. Reports must be erased before the things and decisions
 * that refer to them.
 */
export class Eraser {
  readonly #isErased: (userId: string) => boolean
  readonly #newId: () => string
  readonly #hostOf: (groupId: string) => string | undefined
  readonly #game: GameErasure
  readonly #substitute: Substitute
  readonly #held: ReadonlySet<string>
  /** New ids by the old ones: those of players in games, of reports, and of things. */
  readonly #ids = new Map<string, string>()

  constructor({ isErased, newId, now, substitute, held = [], hostOf = () => undefined }: ErasureOptions) {
    const steps = new Set(held.map(({ gameId, stepIndex }) => stepKey(gameId ?? '', stepIndex ?? -1)))
    this.#isErased = isErased
    this.#newId = newId
    this.#hostOf = hostOf
    this.#substitute = substitute
    this.#held = new Set(held.map(({ id }) => id))
    this.#game = {
      isErased,
      formerId: (gameId, userId) => this.#formerId(gameId, userId),
      isHeld: (gameId, stepIndex) => steps.has(stepKey(gameId, stepIndex)),
      now,
    }
  }

  /** The document without the players; null if nothing of it is left. It may have another id. */
  erase<C extends CollectionName>(collection: C, document: Collections[C]): Collections[C] | null {
    const erase = this.#erase[collection] as (document: Collections[C]) => Collections[C] | null
    return erase(document)
  }

  readonly #erase: { readonly [C in CollectionName]: (document: Collections[C]) => Collections[C] | null } = {
    users: (user) => (this.#isErased(user.id) ? null : user),
    groups: (group) => {
      const left = group.members
        .filter(({ userId }) => this.#isErased(userId))
        .reduce<typeof group | null>((rest, { userId }) => rest && removeMember(rest, userId), group)
      return (group.keptOut ?? [])
        .filter(({ userId }) => this.#isErased(userId))
        .reduce((rest, { userId }) => rest && letBackIn(rest, userId), left)
    },
    games: (game) => eraseFromGame(game, this.#game, this.#substitute),
    reactions: (all) =>
      all.reactions.some(({ userId }) => this.#isErased(userId))
        ? { ...all, reactions: all.reactions.filter(({ userId }) => !this.#isErased(userId)) }
        : all,
    pushTokens: (token) => (this.#isErased(token.userId) ? null : token),
    outbox: (game) => game,
    messages: (message) =>
      this.#isErased(message.userId) || (message.from !== undefined && this.#isErased(message.from))
        ? null
        : message,
    reports: (report) => {
      const isBy = report.by !== null && this.#isErased(report.by)
      const isAbout = this.#isErased(report.authorId) && !this.#held.has(report.thingId)
      if (!isBy && !isAbout) return report
      return {
        ...report,
        ...(isBy && { id: this.#renew(report.id), by: null, note: null }),
        ...(isAbout && {
          authorId: this.#formerId(report.gameId ?? '', report.authorId),
          thingId: this.#thingId(report.thingId, report),
        }),
      }
    },
    reportedThings: (thing) => {
      const renamed = {
        ...thing,
        reportId: thing.reportId && this.#renewed(thing.reportId),
        latestReports: thing.latestReports.map((id) => this.#renewed(id)),
      }
      if (!this.#isErased(thing.authorId) || this.#held.has(thing.id)) return renamed
      const hostId = thing.gameId === null ? this.#hostOf(thing.groupId ?? '') : undefined
      if (hostId !== undefined) return { ...renamed, authorId: hostId }
      return {
        ...renamed,
        id: this.#thingId(thing.id, thing),
        authorId: this.#formerId(thing.gameId ?? '', thing.authorId),
        text: null,
        state: 'closed',
        isHidden: true,
      }
    },
    blocks: (block) => (this.#isErased(block.by) || this.#isErased(block.userId) ? null : block),
    devices: (device) => (this.#isErased(device.userId) ? null : device),
    moveCodes: (code) => (this.#isErased(code.id) ? null : code),
    decisions: (decision) =>
      decision.userId !== null && this.#isErased(decision.userId)
        ? { ...decision, userId: null, reportId: null, note: null }
        : { ...decision, reportId: decision.reportId && this.#renewed(decision.reportId) },
    deletedAccounts: (account) => account,
    rollover: (rollover) => rollover,
  }

  #formerId(gameId: string, userId: string): string {
    return this.#renew(`${gameId} ${userId}`)
  }

  /** The id of a player's name or avatar derives from it and from the player. */
  #thingId(id: string, { gameId, stepIndex }: Pick<ReportedThing, 'gameId' | 'stepIndex'>): string {
    return gameId !== null && stepIndex === null ? this.#renew(id) : id
  }

  #renew(old: string): string {
    const known = this.#ids.get(old) ?? formerId(this.#newId())
    this.#ids.set(old, known)
    return known
  }

  /** An id that may have been renewed. */
  #renewed(id: string): string {
    return this.#ids.get(id) ?? id
  }
}
