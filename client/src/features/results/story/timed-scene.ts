import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Scene } from '../scenes.ts'
import type { SceneClock } from './scene-clock.ts'

/** The props of a timed scene. */
export interface TimedSceneProps<K extends Scene['kind']> {
  scene: Extract<Scene, { kind: K }>
  results: GameResults
  clock: SceneClock
  /** Shows everything at once instead of step by step. */
  isWhole: boolean
}
