import type { LoadedScenario } from '../language/files/loaded-scenario.ts'
import type { Path } from '../language/files/source.ts'
import type { RunEvent, StepResult } from '../reports/report.ts'
import type { Session } from './session.ts'

/** The position of steps in the run and in the file. */
export interface StepPosition {
  readonly loaded: LoadedScenario
  readonly path: Path
  /** The number of the enclosing step; empty at the top level. */
  readonly number: string
}

export interface StepContext {
  readonly session: Session
  readonly onEvent: (event: RunEvent) => void
  readonly stepTimeoutMs: number
  /** The requested range of top-level steps, counted from 1. */
  readonly range: { readonly from: number; readonly to: number }
  /** Whether the steps after a failed one run too. */
  readonly keepsGoing: boolean
}

/** The position of the step at an index of a list. */
export const inside = (position: StepPosition, at: number): StepPosition => ({
  loaded: position.loaded,
  path: [...position.path, at],
  number: position.number === '' ? String(at + 1) : `${position.number}.${at + 1}`,
})

/** The position of a list of steps in a step. */
export const within = (position: StepPosition, key: string, number = position.number): StepPosition => ({
  ...position,
  path: [...position.path, key],
  number,
})

export const isFailed = ({ outcome }: StepResult): boolean =>
  outcome === 'failed' || outcome === 'interrupted'

/** Whether no step follows this one. */
export const isLast = (result: StepResult, { keepsGoing }: StepContext): boolean =>
  result.outcome === 'interrupted' || (result.outcome === 'failed' && !keepsGoing)
