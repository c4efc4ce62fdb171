/** The server does not behave as documented. */
export class Nonconformity extends Error {
  override name = 'Nonconformity'
}

/** Something that a point depends on is missing. */
export class Unreached extends Error {
  override name = 'Unreached'
}

/** @throws {Nonconformity} if the condition is false. */
export function holds(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Nonconformity(otherwise)
}
