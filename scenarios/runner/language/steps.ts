import * as z from 'zod'
import type { BotNames, StepDefinition } from './step-definition.ts'
import { type AdminStep, adminStep } from './step-definitions/admin.ts'
import { type BarrierStep, barrierStep } from './step-definitions/barrier.ts'
import { type BotStep, botStep } from './step-definitions/bot.ts'
import { type CheckStep, checkStep } from './step-definitions/check.ts'
import { type ClockStep, clockStep } from './step-definitions/clock.ts'
import { type FaultStep, faultStep } from './step-definitions/fault.ts'
import { type ForEachStep, forEachStep } from './step-definitions/for-each.ts'
import { type HttpStep, httpStep } from './step-definitions/http.ts'
import { type IncludeStep, includeStep } from './step-definitions/include.ts'
import { type NeverStep, neverStep } from './step-definitions/never.ts'
import { type ParallelStep, parallelStep } from './step-definitions/parallel.ts'
import { type RepeatStep, repeatStep } from './step-definitions/repeat.ts'
import { type SayStep, sayStep } from './step-definitions/say.ts'
import { type ServerStep, serverStep } from './step-definitions/server.ts'
import { type SetStep, setStep } from './step-definitions/set.ts'
import { type SocketStep, socketStep } from './step-definitions/socket.ts'
import { type StageStep, stageStep } from './step-definitions/stage.ts'
import { type WaitStep, waitStep } from './step-definitions/wait-until.ts'
import { type WorldStep, worldStep } from './step-definitions/world.ts'
import type { Capture } from './step-parts.ts'

// Interfaces, because a type cannot contain itself as a parameter.
interface Parallel extends ParallelStep<Step> {}
interface Repeat extends RepeatStep<Step> {}
interface ForEach extends ForEachStep<Step> {}

/** The steps by the word that identifies them. */
interface Steps {
  readonly bot: BotStep
  readonly admin: AdminStep
  readonly http: HttpStep
  readonly barrier: BarrierStep
  readonly parallel: Parallel
  readonly clock: ClockStep
  readonly fault: FaultStep
  readonly stage: StageStep
  readonly world: WorldStep
  readonly server: ServerStep
  readonly socket: SocketStep
  readonly set: SetStep
  readonly say: SayStep
  readonly check: CheckStep
  readonly never: NeverStep
  readonly repeat: Repeat
  readonly 'for-each': ForEach
  readonly 'wait-until': WaitStep
  readonly include: IncludeStep
}
export type StepWord = keyof Steps
/** The step with this word. */
export type StepOf<Word extends StepWord> = Steps[Word]
export type Step = StepOf<StepWord>

/** A list of steps inside a file or a step. */
const stepList = (id: string, description: string): z.ZodType<Step[]> =>
  z
    .array(z.lazy(() => step))
    .min(1, 'at least one step is required')
    .meta({ id, description })

export const steps = stepList('steps', 'steps in order; the first failure ends the run')

const STEPS: { readonly [Word in StepWord]: StepDefinition<StepOf<Word>> } = {
  bot: botStep,
  admin: adminStep,
  http: httpStep,
  barrier: barrierStep,
  parallel: parallelStep(stepList),
  clock: clockStep,
  fault: faultStep,
  stage: stageStep,
  world: worldStep,
  server: serverStep,
  socket: socketStep,
  set: setStep,
  say: sayStep,
  check: checkStep,
  never: neverStep,
  repeat: repeatStep(steps),
  'for-each': forEachStep(steps),
  'wait-until': waitStep,
  include: includeStep,
}
export const STEP_WORDS = Object.keys(STEPS) as StepWord[]

const step: z.ZodType<Step> = z
  .union(Object.values(STEPS).map(({ schema }) => schema) as unknown as [z.ZodType<Step>, z.ZodType<Step>])
  .meta({ id: 'step', description: 'one step, identified by its first key' })

/** The word that identifies the kind of a step, the first of several; undefined for what is not a step. */
export function stepWord(value: unknown): StepWord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.keys(value).find((key): key is StepWord => STEP_WORDS.includes(key as StepWord))
}

export const definitionOf = (word: StepWord): StepDefinition<Step> =>
  STEPS[word] as unknown as StepDefinition<Step>

const definition = (step: Step): StepDefinition<Step> => definitionOf(stepWord(step) as StepWord)

/** The lists of steps inside a step. */
export const blocksOf = (step: Step): { key: string; steps: readonly Step[] }[] =>
  definition(step).blocks.map((key) => ({ key, steps: step[key as keyof Step] as unknown as Step[] }))

/** Who acts in a step and what it does, in the words of the file. */
export function titleOf(step: Step): { readonly who: string; readonly what: string } {
  const { who, what } = definition(step).title(step)
  return { who, what: step.label ?? what }
}

/** The feature that a step needs; null if every target can perform it. */
export const needOf = (step: Step) => step.needs ?? definition(step).needs

/** Whether a step changes the clock, the faults or all data, for everybody on the server. */
export const isForEverybody = (step: Step): boolean => definition(step).isForEverybody

export const botsIn = (step: Step): readonly BotNames[] => definition(step).bots(step)

/** The variables that a step sets itself. */
export const setBy = (step: Step): string[] => [
  ...definition(step).sets(step),
  ...Object.keys(capturesOf(step)),
]

export const capturesOf = (step: Step): Capture => definition(step).captures(step) ?? {}
