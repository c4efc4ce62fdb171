import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import type { Key } from '../input/keys.ts'
import type { Watch } from '../watch/watch.ts'
import { BROWSE, type ConsoleState, gameLookedAt, type Mode, type Replay, stepLookedAt } from './state.ts'
import type { Store } from './store.ts'

/** Ten frames per second look fluent in half blocks and fit a slow connection. */
const FRAME_MS = 100
/** A drawing takes about as long as in the app, within these limits. */
const DURATION = { shortest: 1500, longest: 7000, perPoint: 9 }
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
  readonly #watch: Pick<Watch, 'follow'>
  readonly #isMoving: boolean
  #timer: NodeJS.Timeout | undefined

  constructor(store: Store<ConsoleState>, watch: Pick<Watch, 'follow'>, isMoving: boolean) {
    this.#store = store
    this.#watch = watch
    this.#isMoving = isMoving
  }

  /** Starts at the selected drawing or the first one. A guess is shown with the drawing before it. */
  begin(): void {
    const state = this.#store.get()
    const game = gameLookedAt(state)
    if (!game || game.steps.length === 0) return
    const at = state.chosenStep === null ? 0 : stepLookedAt(game, state.chosenStep)
    this.#store.change((before) => ({ ...before, chosenGame: game.id }))
    const step = game.steps.findLastIndex(({ type }, index) => index <= at && type === 'drawing')
    this.#show({ step: Math.max(0, step), points: 0, rested: 0, isPaused: !this.#isMoving })
    void this.#watch.follow(game.id)
    this.#next()
  }

  press(key: Key, { replay }: ReplayMode): void {
    const name = key.name === 'text' ? key.text : key.name
    switch (name) {
      case 'right':
        this.#turnTo(replay.step + 1)
        break
      case 'left':
        this.#turnTo(replay.step - 1)
        break
      case 'home':
        this.#turnTo(0)
        break
      case 'r':
      case 'p':
        this.#turnTo(replay.step)
        break
      case ' ':
      case 'enter':
        if (this.#isMoving) this.#show({ ...replay, isPaused: !replay.isPaused })
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

  #turnTo(step: number): void {
    const last = (gameLookedAt(this.#store.get())?.steps.length ?? 1) - 1
    const isPaused = !this.#isMoving
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
    if (replay.step + 1 < (gameLookedAt(this.#store.get())?.steps.length ?? 0)) this.#turnTo(replay.step + 1)
  }

  #next(): void {
    this.stop()
    if (this.#isMoving) this.#timer = setTimeout(() => this.#tick(), FRAME_MS)
  }

  #tick(): void {
    const { mode } = this.#store.get()
    if (mode.name !== 'replay') return
    this.#next()
    const { replay } = mode
    if (replay.isPaused) return
    const total = pointsOf(this.#strokes(replay.step))
    const { shortest, longest, perPoint } = DURATION
    const frames = Math.max(shortest, Math.min(longest, total * perPoint)) / FRAME_MS
    if (replay.points < total) {
      this.#show({
        ...replay,
        points: Math.min(total, replay.points + Math.max(1, Math.ceil(total / frames))),
      })
    } else if (replay.step + 1 >= (gameLookedAt(this.#store.get())?.steps.length ?? 0)) {
      this.#show({ ...replay, isPaused: true })
    } else if (replay.rested >= REST_MS) {
      this.#turnTo(replay.step + 1)
    } else {
      this.#show({ ...replay, rested: replay.rested + FRAME_MS })
    }
  }

  #strokes(step: number): readonly Stroke[] {
    const state = this.#store.get()
    return strokesOf(state, gameLookedAt(state)?.steps[step]?.picture)
  }

  #show(replay: Replay): void {
    this.#store.change((before) => ({ ...before, mode: { name: 'replay', replay } }))
  }
}
