/**
 * What an operation gives where a body is large: its validator, and how to load it. Bodies with the same validator are the
 * same, so a door that has one already need not have it loaded again.
 */
export class Versioned<T> {
  readonly validator: string
  readonly load: () => Promise<T>

  constructor(validator: string, load: () => Promise<T>) {
    this.validator = validator
    this.load = load
  }
}
