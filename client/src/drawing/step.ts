import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'

/** Everything that can be undone: strokes and fills as they travel with the drawing, and wiping the sheet. */
export type Step = Stroke | { readonly tool: 'clear' }

/** The strokes that make up the picture: what came before the last clear is gone. */
export function visibleStrokes(steps: readonly Step[]): Stroke[] {
  const from = steps.findLastIndex(({ tool }) => tool === 'clear') + 1
  return steps.slice(from).filter((step): step is Stroke => step.tool !== 'clear')
}
