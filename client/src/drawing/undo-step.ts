import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'

/** A step that can be undone: a stroke or fill as in the contract, or clearing the sheet. */
export type UndoStep = Stroke | { readonly tool: 'clear' }

/** The strokes since the sheet was last cleared. */
export function visibleStrokes(steps: readonly UndoStep[]): Stroke[] {
  const from = steps.findLastIndex(({ tool }) => tool === 'clear') + 1
  return steps.slice(from) as Stroke[]
}

/** Whether a parsed value is a list of steps. */
export const isSteps = (value: unknown): value is UndoStep[] => Array.isArray(value) && value.every(isStep)

function isStep(value: unknown): value is UndoStep {
  const { tool, color, size, points } = Object(value) as Record<string, unknown>
  if (tool === 'clear') return true
  return (
    (tool === 'pen' || tool === 'eraser' || tool === 'fill') &&
    typeof color === 'string' &&
    typeof size === 'number' &&
    Array.isArray(points) &&
    points.every(isPoint)
  )
}

const isPoint = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 2 && value.every((number) => typeof number === 'number')
