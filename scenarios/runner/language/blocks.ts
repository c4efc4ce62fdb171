import type { Step } from './language.ts'

/** The lists of steps inside a step. */
export function blocksOf(step: Step): { key: string; steps: readonly Step[] }[] {
  if ('parallel' in step) return [{ key: 'parallel', steps: step.parallel }]
  if ('if' in step) {
    return [{ key: 'steps', steps: step.steps }, ...(step.else ? [{ key: 'else', steps: step.else }] : [])]
  }
  return 'steps' in step ? [{ key: 'steps', steps: step.steps }] : []
}
