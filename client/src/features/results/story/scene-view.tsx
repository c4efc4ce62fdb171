import type { Scene } from '../scenes.ts'
import { DrawingScene } from './drawing-scene.tsx'
import { EndScene } from './end-scene.tsx'
import { GuessScene } from './guess-scene.tsx'
import type { SceneClock } from './scene-clock.ts'
import { WordScene } from './word-scene.tsx'

interface SceneViewProps {
  scene: Scene
  clock: SceneClock
  /** Shows everything at once instead of step by step. */
  isWhole: boolean
}

/** One page of the story. */
export function SceneView({ scene, clock, isWhole }: SceneViewProps) {
  switch (scene.kind) {
    case 'word':
      return <WordScene scene={scene} clock={clock} isWhole={isWhole} />
    case 'drawing':
      return <DrawingScene scene={scene} clock={clock} isWhole={isWhole} />
    case 'guess':
      return <GuessScene scene={scene} clock={clock} isWhole={isWhole} />
    case 'end':
      return <EndScene results={scene.results} />
  }
}
