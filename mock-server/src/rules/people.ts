/** The fields of a user that other players see. */
export interface Person {
  readonly username: string
  readonly avatar: string | null
}

/** Keyed by user id. */
export type People = ReadonlyMap<string, Person>

const UNKNOWN: Person = { username: 'Unknown', avatar: null }
export const person = (people: People, userId: string): Person => people.get(userId) ?? UNKNOWN
