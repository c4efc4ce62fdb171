/**
 * An operation's result with a large body: a validator, and a function that loads the body. Equal validators mean equal
 * bodies, so a door that already has the body need not load it.
 */
export class Versioned<T> {
  readonly validator: string
  readonly load: () => Promise<T>

  constructor(validator: string, load: () => Promise<T>) {
    this.validator = validator
    this.load = load
  }
}
