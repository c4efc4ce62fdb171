import type { Patch, Raster } from '@inkling/mock-server/picture/painting/raster'

const CHECKPOINT_EVERY = 20
const MAX_CHECKPOINTS = 5
const PATCH_BUDGET_BYTES = 24 * 1024 * 1024

interface Checkpoint {
  /** The number of steps in the pictures. */
  readonly count: number
  /** One per raster. */
  readonly pictures: readonly Int32Array[]
}

/**
 * Undo data, so that undo need not repaint all steps: the pixels that each of the latest steps painted over, and a
 * picture of every twentieth step for older ones. Both are limited in size.
 */
export class UndoPixels {
  /** By step index; null if discarded. */
  #patches: (readonly Patch[] | null)[] = []
  #bytes = 0
  #oldest = 0
  #checkpoints: Checkpoint[] = []

  /** Stores the data of the last committed step, the `count`th. */
  remember(count: number, patches: readonly Patch[], rasters: readonly Raster[]): void {
    this.forgetFrom(count - 1)
    while (this.#patches.length < count - 1) this.#patches.push(null)
    this.#patches.push(patches)
    this.#bytes += sizeOf(patches)
    while (this.#bytes > PATCH_BUDGET_BYTES && this.#oldest < this.#patches.length) {
      this.#bytes -= sizeOf(this.#patches[this.#oldest] ?? [])
      this.#patches[this.#oldest] = null
      this.#oldest++
    }
    if (count % CHECKPOINT_EVERY !== 0) return
    const oldest = this.#checkpoints.length < MAX_CHECKPOINTS ? undefined : this.#checkpoints.shift()
    const pictures = rasters.map(({ base }, index) => copyOf(base, oldest?.pictures[index]))
    this.#checkpoints.push({ count, pictures })
  }

  /** Removes and returns the pixels that a step painted over; null if discarded. */
  recall(step: number): readonly Patch[] | null {
    const patches = this.#patches[step] ?? null
    this.forgetFrom(step)
    return patches
  }

  /** The latest picture with at most `count` steps. */
  checkpoint(count: number): Checkpoint | null {
    return this.#checkpoints.findLast((checkpoint) => checkpoint.count <= count) ?? null
  }

  /** Discards the data of a step and all later ones. */
  forgetFrom(step: number): void {
    for (const patches of this.#patches.splice(step)) this.#bytes -= sizeOf(patches ?? [])
    this.#oldest = Math.min(this.#oldest, this.#patches.length)
    this.#checkpoints = this.#checkpoints.filter(({ count }) => count <= step)
  }
}

/** A copy that reuses the memory of a discarded picture of the same size, because allocating is much slower. */
function copyOf(picture: Int32Array, old: Int32Array | undefined): Int32Array {
  if (old?.length !== picture.length) return picture.slice()
  old.set(picture)
  return old
}

const sizeOf = (patches: readonly Patch[]): number =>
  patches.reduce(
    (sum, { flat, mixed, pixels }) => sum + flat.byteLength + mixed.byteLength + pixels.byteLength,
    0,
  )
