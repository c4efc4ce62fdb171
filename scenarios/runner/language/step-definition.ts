import * as z from 'zod'
import { type Capture, common, type Need } from './step-parts.ts'

/** Everything that the language knows about one kind of step, except what is checked (checks/check-steps.ts) and how it is performed (runner/steps/sequence.ts). */
export interface StepDefinition<S> {
  /** Its `meta` has the id and the description. */
  readonly schema: z.ZodType<S>
  /** Who acts in the step and what it does, in the words of the file. */
  readonly title: (step: S) => { readonly who: string; readonly what: string }
  /** The feature that its target must have; null if every target can perform it. */
  readonly needs: Need | null
  /** Whether it changes the clock, the faults or all data, for everybody on the server. */
  readonly isForEverybody: boolean
  /** The names of bots in the step. */
  readonly bots: (step: S) => readonly BotNames[]
  /** The lists of steps inside the step. */
  readonly blocks: readonly (keyof S & string)[]
  /** The variables that the step sets itself. */
  readonly sets: (step: S) => readonly string[]
  readonly captures: (step: S) => Capture | undefined
  /** For the reference page, in YAML: steps after lib/group-of-three.yaml. */
  readonly example: string
}

export interface BotNames {
  /** The path into the step. */
  readonly path: readonly string[]
  readonly names: string | readonly string[]
}

/** What most steps have in common: no feature, at most one bot, no inner steps, no variables of their own. */
export const PLAIN = {
  needs: null,
  isForEverybody: false,
  bots(step: unknown): readonly BotNames[] {
    const { as } = step as { readonly as?: string }
    return as === undefined ? [] : [{ path: ['as'], names: as }]
  },
  blocks: [],
  sets: () => [],
  captures: (step: unknown) => (step as { readonly capture?: Capture }).capture,
} as const

type StepWith<Keys extends z.ZodRawShape> = z.infer<z.ZodObject<Keys & typeof common, z.core.$strict>>
/** The step that a definition is about. */
export type StepIn<Definition> = Definition extends StepDefinition<infer S> ? S : never

/**
 * Defines a step without inner steps.
 * @param source with what it does not have in common with most steps. The first key identifies the step, and all have the
 * common keys too.
 */
export function defineStep<Keys extends z.ZodRawShape>(
  source: { readonly description: string; readonly keys: Keys } & Pick<
    StepDefinition<StepWith<Keys>>,
    'title' | 'example'
  > &
    Partial<StepDefinition<StepWith<Keys>>>,
): StepDefinition<StepWith<Keys>> {
  const { description, keys, ...about } = source
  const meta = { id: `${Object.keys(keys)[0]}-step`, description }
  const schema = z.strictObject({ ...keys, ...common }).meta(meta)
  return { ...PLAIN, schema: schema as unknown as z.ZodType<StepWith<Keys>>, ...about }
}
