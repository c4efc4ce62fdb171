/** A growing rectangle of pixels, edges included; empty at first. */
export class Bounds {
  left = Number.POSITIVE_INFINITY
  top = Number.POSITIVE_INFINITY
  right = Number.NEGATIVE_INFINITY
  bottom = Number.NEGATIVE_INFINITY

  get isEmpty(): boolean {
    return this.right < this.left
  }

  include(left: number, top: number, right: number, bottom: number): void {
    if (left < this.left) this.left = left
    if (top < this.top) this.top = top
    if (right > this.right) this.right = right
    if (bottom > this.bottom) this.bottom = bottom
  }

  empty(): void {
    this.left = Number.POSITIVE_INFINITY
    this.top = Number.POSITIVE_INFINITY
    this.right = Number.NEGATIVE_INFINITY
    this.bottom = Number.NEGATIVE_INFINITY
  }
}
