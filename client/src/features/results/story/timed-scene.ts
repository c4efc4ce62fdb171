import type { Scene } from '../scenes.ts'
import type { SceneClock } from './scene-clock.ts'

/** What a scene that has its own time is given. */
export interface TimedSceneProps<K extends Scene['kind']> {
  scene: Extract<Scene, { kind: K }>
  clock: SceneClock
  /** Shows at once what otherwise comes bit by bit. */
  isWhole: boolean
}
