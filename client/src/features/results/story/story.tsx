import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { ChevronLeft, ChevronRight, Pause, Play, RotateCcw } from 'lucide-react'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePrefersStill } from '../../../platform/media.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useModal } from '../../../ui/dialogs/use-modal.ts'
import { ReportButton } from '../../../ui/report/report-button.tsx'
import { StepReactions } from '../chain/step-reactions.tsx'
import { cardsOf, type Scene, sceneMs, scenesOf, sceneText } from '../scenes.ts'
import { DrawingScene } from './drawing-scene.tsx'
import { EndScene } from './end-scene.tsx'
import { GuessScene } from './guess-scene.tsx'
import { PrizesScene } from './prizes-scene.tsx'
import { SceneClock } from './scene-clock.ts'
import { Segments } from './segments.tsx'
import styles from './story.module.css'
import { turnPage } from './turn-page.ts'
import { type Turning, useGestures } from './use-gestures.ts'
import { useSceneTime } from './use-scene-time.ts'
import { WordScene } from './word-scene.tsx'

interface StoryProps {
  results: GameResults
  /** Whether the viewer is a signed-in player, who may react. */
  isPlayers?: boolean
  /** Whether it is the sample chain, which is told faster and has no page behind it. */
  isSample?: boolean
  onEnd: () => void
  /** What the last page offers beside the chain. */
  endAction?: ReactNode
}

/** Faster than a chain that one has waited a day for: the sample takes about 20 s. */
export const SAMPLE_PACE = 1.3

/** The open page, with a new clock each time it is opened. */
interface Opening {
  at: number
  clock: SceneClock
  /** Shows everything at once instead of step by step. */
  isWhole: boolean
}

/**
 * The chain as a story that plays automatically and is controlled by taps, swipes and keys. It can be paused and
 * skipped. With reduced motion, nothing moves and each page waits for the player. A native dialog like {@link Dialog}.
 */
export function Story({ results, isPlayers = false, isSample = false, onEnd, endAction }: StoryProps) {
  const scenes = useMemo(() => (isSample ? cardsOf(results) : scenesOf(results)), [results, isSample])
  const pace = isSample ? SAMPLE_PACE : 1
  const isStill = usePrefersStill()
  const [isPaused, setPaused] = useState(false)
  const [{ at, clock, isWhole }, open] = useState<Opening>(() => ({
    at: 0,
    clock: new SceneClock(pace),
    isWhole: isStill,
  }))
  /** What is open on this page. */
  const [opened, setOpened] = useState<'reactions' | 'report' | null>(null)
  const scene = scenes[at] as Scene
  const isLast = at === scenes.length - 1
  // The page that a turn leads to. It differs from `at` during the animation, when another press may follow.
  const target = useRef(0)
  const turnTo = (next: number) => {
    if (next >= scenes.length) return onEnd()
    if (next < 0) return
    const opening = { at: next, clock: new SceneClock(pace), isWhole: isStill || isPaused }
    const isBack = next < target.current
    target.current = next
    const change = () => {
      open(opening)
      setOpened(null)
    }
    turnPage(change, { isBack, isStill })
  }
  const turning = { onNext: () => turnTo(target.current + 1), onBack: () => turnTo(target.current - 1) }
  const { isHeld, gestures } = useGestures(turning)
  const opener = (what: 'reactions' | 'report') => (isOpen: boolean) => setOpened(isOpen ? what : null)
  useStoryKeys(turning, opened !== 'report')
  const isRunning = !isStill && !isPaused && !isHeld && opened === null && !isLast
  const ms = sceneMs(scene)
  useSceneTime(clock, ms, isRunning, () => {
    // Not if the page is already turning.
    if (target.current === at) turnTo(at + 1)
  })
  const { dialog, page } = useStoryModal()
  const textId = useId()
  return (
    <dialog
      ref={dialog}
      className={styles.story}
      aria-label="The story of this chain"
      aria-describedby={textId}
      data-running={isRunning}
      data-whole={isWhole}
      onCancel={(event) => {
        event.preventDefault()
        // React also calls this for a dialog within this one.
        if (event.target === event.currentTarget) onEnd()
      }}
    >
      <div ref={page} className={styles.page} tabIndex={-1}>
        <Segments scenes={scenes} at={at} clock={clock} ms={ms} isWhole={isWhole || isLast} />
        <div className={styles.head}>
          <span className="display text-md soft" aria-hidden="true">
            {`${at + 1} of ${scenes.length}`}
          </span>
          <span className={styles.exits}>
            {isPlayers && 'step' in scene && scene.step.hidden === undefined && !scene.step.house && (
              <ReportButton
                key={at}
                thing={{
                  gameId: results.gameId,
                  kind: scene.kind === 'guess' ? 'guess' : 'drawing',
                  stepIndex: scene.step.stepIndex,
                  userId: scene.step.userId,
                  username: scene.step.username,
                }}
                isOpen={opened === 'report'}
                onOpenChange={opener('report')}
              />
            )}
            {isLast ? (
              <Button tone="quiet" icon={<RotateCcw aria-hidden />} onClick={() => turnTo(0)}>
                Again
              </Button>
            ) : (
              <Button tone="quiet" onClick={onEnd}>
                Skip
              </Button>
            )}
          </span>
        </div>
        <p id={textId} role="status" className="visually-hidden">
          {`${at + 1} of ${scenes.length}: ${sceneText(scene)}`}
        </p>
        {/* For keyboards and screen readers there are the buttons below. */}
        <div className={styles.touch} {...gestures}>
          <div className={styles.stage}>
            <div key={at} className={styles.scene}>
              <SceneView scene={scene} results={results} clock={clock} isWhole={isWhole} />
              {isPlayers && 'step' in scene && (
                <div className={styles.reactions}>
                  <StepReactions
                    gameId={results.gameId}
                    stepIndex={scene.step.stepIndex}
                    isChoosing={opened === 'reactions'}
                    onChoosing={opener('reactions')}
                  />
                </div>
              )}
            </div>
          </div>
        </div>
        <div className={styles.controls}>
          <IconButton label="Back" disabled={at === 0} onClick={turning.onBack}>
            <ChevronLeft aria-hidden />
          </IconButton>
          {isLast ? (
            <>
              {endAction}
              <FocusedButton tone={isPlayers || isSample ? 'primary' : 'plain'} onClick={onEnd}>
                {isSample ? 'Got it' : 'See the chain'}
              </FocusedButton>
            </>
          ) : (
            <>
              {!isStill && (
                <IconButton label={isPaused ? 'Play' : 'Pause'} onClick={() => setPaused(!isPaused)}>
                  {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
                </IconButton>
              )}
              <IconButton label="Next" onClick={turning.onNext}>
                <ChevronRight aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      </div>
    </dialog>
  )
}

/** Opens the story as a modal and focuses its page, not one of its buttons. */
function useStoryModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const page = useRef<HTMLDivElement>(null)
  useModal(dialog)
  useLayoutEffect(() => page.current?.focus(), [])
  return { dialog, page }
}

/** Gets the focus at the end of the story, because the previously focused button may have been removed. */
function FocusedButton({
  tone,
  onClick,
  children,
}: {
  tone: 'primary' | 'plain'
  onClick: () => void
  children: string
}) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Button ref={ref} size="small" tone={tone} onClick={onClick}>
      {children}
    </Button>
  )
}

interface SceneViewProps {
  scene: Scene
  results: GameResults
  clock: SceneClock
  /** Shows everything at once instead of step by step. */
  isWhole: boolean
}

/** One page of the story. */
function SceneView({ scene, results, clock, isWhole }: SceneViewProps) {
  switch (scene.kind) {
    case 'word':
      return <WordScene scene={scene} results={results} clock={clock} isWhole={isWhole} />
    case 'drawing':
      return <DrawingScene scene={scene} results={results} clock={clock} isWhole={isWhole} />
    case 'guess':
      return <GuessScene scene={scene} results={results} clock={clock} isWhole={isWhole} />
    case 'prizes':
      return <PrizesScene prizes={scene.prizes} />
    case 'end':
      return <EndScene results={scene.results} />
  }
}

/**
 * Arrow keys and space turn the pages, independent of the focus. Space on a focused button presses the button.
 * @param isOn false while another dialog covers the story, whose keys these are then
 */
function useStoryKeys({ onNext, onBack }: Turning, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn) return
    const isOnButton = event.target instanceof Element && event.target.closest('button, a') !== null
    if (event.key === 'ArrowRight') onNext()
    else if (event.key === 'ArrowLeft') onBack()
    else if (event.key === ' ' && !isOnButton && !event.repeat) onNext()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
