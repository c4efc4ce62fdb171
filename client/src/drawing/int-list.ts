/**
 * A list of 32-bit integers that keeps its capacity when cleared, so that filling it for every step creates no
 * garbage.
 */
export class IntList {
  #room = new Int32Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  empty(): void {
    this.#length = 0
  }

  push(value: number): void {
    if (this.#length === this.#room.length) {
      const smaller = this.#room
      this.#room = new Int32Array(2 * smaller.length)
      this.#room.set(smaller)
    }
    this.#room[this.#length++] = value
  }

  /** The number at an index below {@link length}. Values beyond it are leftovers. */
  get(at: number): number {
    return this.#room[at] as number
  }

  set(at: number, value: number): void {
    this.#room[at] = value
  }

  copy(): Int32Array {
    return this.#room.slice(0, this.#length)
  }
}
