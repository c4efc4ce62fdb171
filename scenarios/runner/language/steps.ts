import * as z from 'zod'
import type { BotNames, StepDefinition, StepIn } from './step-definition.ts'
import { adminStep, barrierStep, botStep, httpStep, waitStep } from './step-definitions/calls.ts'
import { clockStep, faultStep, serverStep, stageStep, worldStep } from './step-definitions/controls.ts'
import {
  type ForEachStep,
  forEachStep,
  includeStep,
  type ParallelStep,
  parallelStep,
  type RepeatStep,
  repeatStep,
  sayStep,
  setStep,
} from './step-definitions/script.ts'
import { checkStep, neverStep, socketStep } from './step-definitions/watching.ts'
import type { Capture } from './step-parts.ts'

// Interfaces, because a type cannot contain itself as a parameter.
interface Parallel extends ParallelStep<Step> {}
interface Repeat extends RepeatStep<Step> {}
interface ForEach extends ForEachStep<Step> {}

/** The steps by the word that identifies them. */
interface Steps {
  readonly bot: StepIn<typeof botStep>
  readonly admin: StepIn<typeof adminStep>
  readonly http: StepIn<typeof httpStep>
  readonly barrier: StepIn<typeof barrierStep>
  readonly parallel: Parallel
  readonly clock: StepIn<typeof clockStep>
  readonly fault: StepIn<typeof faultStep>
  readonly stage: StepIn<typeof stageStep>
  readonly world: StepIn<typeof worldStep>
  readonly server: StepIn<typeof serverStep>
  readonly socket: StepIn<typeof socketStep>
  readonly set: StepIn<typeof setStep>
  readonly say: StepIn<typeof sayStep>
  readonly check: StepIn<typeof checkStep>
  readonly never: StepIn<typeof neverStep>
  readonly repeat: Repeat
  readonly 'for-each': ForEach
  readonly 'wait-until': StepIn<typeof waitStep>
  readonly include: StepIn<typeof includeStep>
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

/** The steps at any depth, each with its path. */
export function stepsIn(
  steps: readonly Step[],
  base: readonly PropertyKey[] = ['steps'],
): { readonly path: readonly PropertyKey[]; readonly step: Step }[] {
  return steps.flatMap((step, at) => {
    const path = [...base, at]
    return [
      { path, step },
      ...blocksOf(step).flatMap(({ key, steps: list }) => stepsIn(list, [...path, key])),
    ]
  })
}

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
