import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { ScoreBadge } from '../../../ui/badge.tsx'
import { Drawing } from '../../../ui/drawing.tsx'
import { TurnPicture } from '../../../ui/pictures/pictures.tsx'
import { Scrap } from '../../../ui/scrap.tsx'
import { Handwritten } from '../../../ui/words.tsx'
import type { Scene } from '../scenes.ts'
import { Summary } from '../summary.tsx'
import { DrawnAgain } from './drawn-again.tsx'
import type { SceneClock } from './scene-clock.ts'
import styles from './scene-view.module.css'

interface SceneViewProps {
  scene: Scene
  clock: SceneClock
  /** Shows at once what otherwise comes bit by bit. */
  isWhole: boolean
}

/** One page of the story. */
export function SceneView({ scene, clock, isWhole }: SceneViewProps) {
  switch (scene.kind) {
    case 'word':
      return (
        <Scrap tone="yellow" tape="pink" tilt={-1.5} className={styles.card}>
          <TurnPicture small />
          <p className={styles.label}>The word was</p>
          <p className={styles.word}>
            <Handwritten text={scene.word} />
          </p>
        </Scrap>
      )
    case 'drawing':
      return (
        <Scrap tape="blue" tapeAt="left" tilt={-0.5} className={styles.card}>
          <Who step={scene.step}>
            drew <Handwritten small text={scene.prompt} />
          </Who>
          <Picture {...scene} clock={clock} isWhole={isWhole} />
        </Scrap>
      )
    case 'guess':
      return (
        <Scrap tape="purple" tapeAt="right" tilt={0.5} className={styles.card}>
          <Who step={scene.step}>{scene.seen ? 'looked at this, and guessed' : 'guessed'}</Who>
          {scene.seen && <Drawing png={scene.seen} alt="What there was to guess" className={styles.seen} />}
          <p className={styles.written}>
            <Handwritten text={scene.guess} />
          </p>
          {scene.step.similarityScore !== undefined && (
            <p className={styles.score}>
              <ScoreBadge score={scene.step.similarityScore} />
            </p>
          )}
        </Scrap>
      )
    case 'end':
      return (
        <div className={styles.end}>
          <Summary results={scene.results} />
        </div>
      )
  }
}

function Picture({
  step,
  png,
  clock,
  isWhole,
}: Extract<Scene, { kind: 'drawing' }> & Omit<SceneViewProps, 'scene'>) {
  const alt = `Drawn by ${step.username}`
  return step.strokes?.length && !isWhole ? (
    <DrawnAgain png={png} strokes={step.strokes} alt={alt} clock={clock} />
  ) : (
    <Drawing png={png} alt={alt} />
  )
}

const Who = ({ step, children }: { step: ChainStep; children: ReactNode }) => (
  <div className={styles.who}>
    <Avatar person={step} size={52} />
    <p>
      <strong className={styles.name}>{step.username}</strong> {children}
    </p>
  </div>
)
