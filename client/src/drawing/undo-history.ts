import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'

/** A step that can be undone: a stroke or fill as in the contract, or clearing the sheet. */
export type UndoStep = Stroke | { readonly tool: 'clear' }

/** The done steps, in order, and the undone steps that can be redone. */
export class UndoHistory {
  #steps: UndoStep[] = []
  #done = 0

  /** Adds a step. Undone steps are discarded. */
  push(step: UndoStep): void {
    this.#steps.length = this.#done
    this.#steps.push(step)
    this.#done++
  }

  /** Undoes the last step and returns its index; null if there is none. */
  undo(): number | null {
    if (this.#done === 0) return null
    this.#done--
    return this.#done
  }

  /** Redoes the step that was undone last and returns it; null if there is none. */
  redo(): UndoStep | null {
    const step = this.#steps[this.#done]
    if (step === undefined) return null
    this.#done++
    return step
  }

  load(done: readonly UndoStep[], undone: readonly UndoStep[]): void {
    this.#steps = [...done, ...undone]
    this.#done = done.length
  }

  get done(): readonly UndoStep[] {
    return this.#steps.slice(0, this.#done)
  }

  /** The strokes since the sheet was last cleared. */
  get strokes(): Stroke[] {
    const { done } = this
    return done.slice(done.findLastIndex(({ tool }) => tool === 'clear') + 1) as Stroke[]
  }

  /** The undone steps, in the order in which they are redone. */
  get undone(): readonly UndoStep[] {
    return this.#steps.slice(this.#done)
  }

  get count(): number {
    return this.#done
  }

  get canUndo(): boolean {
    return this.#done > 0
  }

  get canRedo(): boolean {
    return this.#done < this.#steps.length
  }
}
