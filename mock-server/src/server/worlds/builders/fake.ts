import { faker } from '@faker-js/faker/locale/en'
import type { Group } from '../../../core/rules/players/group.ts'
import type { User } from '../../../core/rules/players/user.ts'
import type { Instant } from '../../../core/rules/time/instant.ts'
import { AVATARS } from '../../../core/rules/username/generated-players.ts'
import { idOf, joinCodeOf, sha256 } from './ids.ts'

/** First names that are also bad words. */
const NOT_AS_NAMES = new Set(['Dick', 'Fanny', 'Randy', 'Gay', 'Gaylord', 'Willy', 'Dong', 'Cherry'])

/** The animals of Faker whose plural is not their name and an s. */
const PLURALS: Readonly<Record<string, string>> = {
  butterfly: 'butterflies',
  deer: 'deer',
  fish: 'fish',
  fox: 'foxes',
  hippopotamus: 'hippopotamuses',
  ostrich: 'ostriches',
  rhinoceros: 'rhinoceroses',
  wolf: 'wolves',
}

/**
 * Users and groups generated from a seed. The same seed and order of calls give the same data.
 */
export class FakeData {
  readonly #seed: string
  readonly #now: Instant
  #made = 0

  /** @param now the creation time of everything. */
  constructor(seed: string, now: Instant) {
    this.#seed = seed
    this.#now = now
  }

  user(): User {
    const deviceId = this.#next('user')
    return {
      id: idOf('user', deviceId),
      deviceHash: sha256(deviceId),
      username: username(),
      avatar: faker.helpers.arrayElement(AVATARS),
      groupId: null,
      finishedOnboarding: true,
      pushNotifications: true,
      createdAt: this.#now,
      groupsFounded: 0,
    }
  }

  /**
   * A group and its members. The first member is the host.
   * @throws {RangeError} without a member.
   */
  group(members: readonly User[]): { group: Group; members: User[] } {
    const [host] = members
    if (!host) throw new RangeError('A group needs at least one member')
    const id = idOf('group', this.#next('group'))
    const group: Group = {
      id,
      name: `${capitalised(faker.color.human())} ${capitalised(pluralOf(faker.animal.type()))}`.slice(0, 30),
      code: joinCodeOf(id),
      avatar: faker.helpers.arrayElement(AVATARS),
      hostId: host.id,
      difficulty: 'easy',
      createdAt: this.#now,
      members: members.map((member) => ({ userId: member.id, joinedAt: this.#now })),
    }
    const joined = members.map((member) => ({
      ...member,
      groupId: group.id,
      groupsFounded: member.groupsFounded + (member === host ? 1 : 0),
    }))
    return { group, members: joined }
  }

  /** Seeds Faker for the next item. Faker is reseeded each time, so that other uses of it have no effect. */
  #next(kind: string): string {
    const source = `${this.#seed} ${kind} ${this.#made++}`
    faker.seed(Number.parseInt(sha256(source).slice(0, 8), 16))
    return source
  }
}

/** A first name with a number, as the username rules allow. */
function username(): string {
  let name = ''
  while (!/^[A-Z][a-z]{1,11}$/.test(name) || NOT_AS_NAMES.has(name)) name = faker.person.firstName()
  return `${name}${faker.number.int({ min: 1, max: 999 })}`
}

export const pluralOf = (animal: string): string => PLURALS[animal] ?? `${animal}s`

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
