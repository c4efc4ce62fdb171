import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import type { Key } from '../keyboard/keys.ts'
import {
  BROWSE,
  type ConsoleState,
  type Mode,
  type Replay,
  selectedGame,
  selectedStep,
} from '../state/state.ts'
import type { Store } from '../store.ts'
import type { Watch } from '../watch/watch.ts'

/** Ten frames per second look smooth, and are few enough for a slow connection. */
const FRAME_MS = 100
/** Milliseconds. A replay takes about as long as in the app, within these limits. */
const DURATION = { min: 1500, max: 7000, perPoint: 9 }
/** How long a finished drawing or a guess is shown before the replay continues. */
const REST_MS = 1600

type ReplayMode = Extract<Mode, { name: 'replay' }>

/** The strokes of a step; none for a guess, or if the client sent none. */
export function strokesOf(state: Pick<ConsoleState, 'strokes'>, picture: string | null | undefined) {
  return state.strokes.get(picture ?? '') ?? []
}

export const pointsOf = (strokes: readonly Stroke[]): number =>
  strokes.reduce((sum, { points }) => sum + points.length, 0)

/** Replays a chain step by step: automatically, or key by key without animation. */
export class ReplayControl {
  readonly #store: Store<ConsoleState>
  readonly #watch: Pick<Watch, 'loadStrokes'>
  readonly #isAnimated: boolean
  #timer: NodeJS.Timeout | undefined

  constructor(store: Store<ConsoleState>, watch: Pick<Watch, 'loadStrokes'>, isAnimated: boolean) {
    this.#store = store
    this.#watch = watch
    this.#isAnimated = isAnimated
  }

  /** Starts at the selected drawing or the first one. A guess is shown with the drawing before it. */
  begin(): void {
    const state = this.#store.get()
    const game = selectedGame(state)
    if (!game || game.steps.length === 0) return
    const at = state.chosenStep === null ? 0 : selectedStep(game, state.chosenStep)
    this.#store.change((before) => ({ ...before, chosenGame: game.id }))
    const step = game.steps.findLastIndex(({ type }, index) => index <= at && type === 'drawing')
    this.#show({ step: Math.max(0, step), points: 0, rested: 0, isPaused: !this.#isAnimated })
    void this.#watch.loadStrokes(game.id)
    this.#next()
  }

  press(key: Key, { replay }: ReplayMode): void {
    const name = key.name === 'text' ? key.text : key.name
    switch (name) {
      case 'right':
        this.#goTo(replay.step + 1)
        break
      case 'left':
        this.#goTo(replay.step - 1)
        break
      case 'home':
        this.#goTo(0)
        break
      case 'r':
      case 'p':
        this.#goTo(replay.step)
        break
      case ' ':
      case 'enter':
        if (this.#isAnimated) this.#show({ ...replay, isPaused: !replay.isPaused })
        else this.#nextStroke(replay)
        break
      case 'escape':
      case 'interrupt':
      case 'q':
        this.stop()
        this.#store.change((before) => ({ ...before, mode: BROWSE, chosenStep: replay.step }))
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #goTo(step: number): void {
    const last = (selectedGame(this.#store.get())?.steps.length ?? 1) - 1
    const isPaused = !this.#isAnimated
    this.#show({ step: Math.max(0, Math.min(last, step)), points: 0, rested: 0, isPaused })
  }

  /** Without animation, a key draws a whole stroke, and after the last one continues with the next step. */
  #nextStroke(replay: Replay): void {
    const strokes = this.#strokes(replay.step)
    let end = 0
    for (const { points } of strokes) {
      end += points.length
      if (end > replay.points) {
        this.#show({ ...replay, points: end })
        return
      }
    }
    if (replay.step + 1 < (selectedGame(this.#store.get())?.steps.length ?? 0)) this.#goTo(replay.step + 1)
  }

  #next(): void {
    this.stop()
    if (this.#isAnimated) this.#timer = setTimeout(() => this.#tick(), FRAME_MS)
  }

  #tick(): void {
    const { mode } = this.#store.get()
    if (mode.name !== 'replay') return
    this.#next()
    const { replay } = mode
    if (replay.isPaused) return
    const total = pointsOf(this.#strokes(replay.step))
    const { min, max, perPoint } = DURATION
    const frames = Math.max(min, Math.min(max, total * perPoint)) / FRAME_MS
    if (replay.points < total) {
      this.#show({
        ...replay,
        points: Math.min(total, replay.points + Math.max(1, Math.ceil(total / frames))),
      })
    } else if (replay.step + 1 >= (selectedGame(this.#store.get())?.steps.length ?? 0)) {
      this.#show({ ...replay, isPaused: true })
    } else if (replay.rested >= REST_MS) {
      this.#goTo(replay.step + 1)
    } else {
      this.#show({ ...replay, rested: replay.rested + FRAME_MS })
    }
  }

  #strokes(step: number): readonly Stroke[] {
    const state = this.#store.get()
    return strokesOf(state, selectedGame(state)?.steps[step]?.picture)
  }

  #show(replay: Replay): void {
    this.#store.change((before) => ({ ...before, mode: { name: 'replay', replay } }))
  }
}
