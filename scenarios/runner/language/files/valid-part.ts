import { type Scenario, scenario } from '../language.ts'
import { definitionOf, type Step, stepWord } from '../steps.ts'

type Fields = Readonly<Record<string, unknown>>

/** A step in the place of an invalid one. */
const NOTHING: Step = { say: '' }

/** The part of an invalid file that can be checked further. Steps keep their places. */
export function validPart(value: unknown): Scenario {
  const given = fieldsOf(value)
  const part = <Key extends keyof Scenario>(key: Key): Pick<Scenario, Key> | undefined => {
    const result = scenario.shape[key].safeParse(given[key])
    return result.success ? ({ [key]: result.data } as unknown as Pick<Scenario, Key>) : undefined
  }
  return {
    version: 1,
    name: '',
    ...part('config'),
    ...part('vars'),
    ...part('faults'),
    bots: Object.fromEntries(Object.keys(fieldsOf(given.bots)).map((name) => [name, {}])),
    steps: listOf(given.steps).map(validStep),
  }
}

function validStep(value: unknown): Step {
  const word = stepWord(value)
  if (!word) return NOTHING
  const { blocks, schema } = definitionOf(word)
  const inner = blocks.map((key) => [key, listOf((value as Fields)[key]).map(validStep)])
  const result = schema.safeParse({ ...(value as Fields), ...Object.fromEntries(inner) })
  return result.success ? result.data : NOTHING
}

/** The variables that steps of an invalid file may set. */
export function variablesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(variablesIn)
  return Object.entries(fieldsOf(value)).flatMap(([key, inner]) => {
    if (key === 'capture' || key === 'set' || key === 'vars') return Object.keys(fieldsOf(inner))
    if ((key === 'var' || key === 'as') && typeof inner === 'string') return [inner]
    return variablesIn(inner)
  })
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
