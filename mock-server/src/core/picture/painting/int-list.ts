/** A list of 32-bit integers that keeps its capacity when emptied, so that reusing it creates no garbage. */
export class IntList {
  #buffer = new Int32Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  empty(): void {
    this.#length = 0
  }

  push(value: number): void {
    if (this.#length === this.#buffer.length) {
      const smaller = this.#buffer
      this.#buffer = new Int32Array(2 * smaller.length)
      this.#buffer.set(smaller)
    }
    this.#buffer[this.#length++] = value
  }

  /** @param at an index below {@link length} */
  get(at: number): number {
    return this.#buffer[at] as number
  }

  set(at: number, value: number): void {
    this.#buffer[at] = value
  }

  copy(): Int32Array {
    return this.#buffer.slice(0, this.#length)
  }
}
