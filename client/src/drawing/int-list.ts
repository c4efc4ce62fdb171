/**
 * A list of whole numbers of 32 bits that keeps its room when it is emptied. What is listed anew with every step had
 * better leave no garbage: sweeping that up takes longer than the step.
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

  /** The number at a place below {@link length}; what lies beyond is left from before. */
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
