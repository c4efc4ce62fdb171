/** The server does not do what the documented API says. */
export class Nonconformity extends Error {
  override name = 'Nonconformity'
}

/** What a point builds on is not there. */
export class Unreached extends Error {
  override name = 'Unreached'
}

/** @throws {Nonconformity} when it does not hold. */
export function holds(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Nonconformity(otherwise)
}
