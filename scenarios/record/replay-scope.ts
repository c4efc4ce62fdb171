import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import type { RecordedCall } from './recorded-call.ts'

type Reply = Pick<RecordedCall, 'status' | 'reply'>

/** A group that was created during the recording. */
interface Group {
  readonly members: Set<string>
  /** Whether some of its members do not play through the proxy. */
  hasOthers: boolean
}

/** Where a player plays: in a group of the recording, or in a public game that others can join. */
type Home = Group | 'public'

const OF_GROUP: readonly EndpointName[] = [
  'joinGroup',
  'lookupGroup',
  'getGroup',
  'updateGroupSettings',
  'kickMember',
]
const OF_GAME: readonly EndpointName[] = [
  'startTurn',
  'skipTurn',
  'submitTurn',
  'submitGuess',
  'getYesterdayResults',
]

/**
 * Tracks the groups, games and players that were created during the recording. Without the starting world, a replay has
 * no others, so calls that need them are left out. Values that other people influence are not expected.
 */
export class ReplayScope {
  readonly #groups = new Map<string, Group>()
  readonly #homes = new Map<string, Home>()
  readonly #newcomers = new Set<string>()

  /**
   * Processes a call.
   * @param isKnown whether an id or code occurred in an earlier reply of the recording.
   * @returns whether a replay can make the call.
   */
  process(
    name: EndpointName,
    who: string | null,
    ids: readonly string[],
    call: Reply,
    isKnown: (id: string) => boolean,
  ): boolean {
    const { status, reply } = call
    const at = (path: string) => valueAtPath(reply, path)
    if (status >= 400) return !(status === 409 && who !== null && this.#isStranger(who))
    if (who === null || name === 'signInDevice') {
      if (who !== null && at('$.isNewUser') === true) this.#newcomers.add(who)
      return ids.every(isKnown)
    }
    if (name === 'createGroup') {
      this.#enter(who, String(at('$.id')), { members: new Set(), hasOthers: false })
      return true
    }
    if (OF_GROUP.includes(name))
      return this.#processGroup(name, who, String(at('$.id')), Number(at('$.memberCount')))
    if (name === 'leaveGroup') this.#leave(who)
    if (name === 'getToday' || name === 'jumpIn') return this.#processToday(name, who, reply)
    if (OF_GAME.includes(name)) return this.#homes.has(who)
    return ids.every(isKnown)
  }

  /** Whether a player's view depends on people outside the recording. */
  dependsOnOthers(who: string | null): boolean {
    const home = who === null ? undefined : this.#homes.get(who)
    return home === 'public' || home?.hasOthers === true
  }

  /** Whether the player was created during the recording. */
  isNew(who: string | null): boolean {
    return who !== null && this.#newcomers.has(who)
  }

  #isStranger(who: string): boolean {
    return !this.#homes.has(who) && !this.#newcomers.has(who)
  }

  #enter(who: string, id: string, group: Group): void {
    group.members.add(who)
    this.#groups.set(id, group)
    this.#homes.set(who, group)
  }

  #leave(who: string): void {
    const home = this.#homes.get(who)
    if (home !== undefined && home !== 'public') home.members.delete(who)
    this.#homes.delete(who)
  }

  #processGroup(name: EndpointName, who: string, id: string, memberCount: number): boolean {
    const group = this.#groups.get(id)
    if (!group) return false
    if (name === 'joinGroup') this.#enter(who, id, group)
    group.hasOthers ||= memberCount > group.members.size
    return true
  }

  #processToday(name: EndpointName, who: string, reply: unknown): boolean {
    const groupId = valueAtPath(reply, '$.group.id')
    if (typeof groupId === 'string') return this.#groups.has(groupId)
    if (name === 'jumpIn') this.#homes.set(who, 'public')
    return valueAtPath(reply, '$.hasGame') !== true || this.#homes.has(who)
  }
}
