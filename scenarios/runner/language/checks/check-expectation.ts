import { didYouMean, oneOf } from '../../../text/nearest.ts'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import type { Mismatch } from '../values/match.ts'
import { isMatcher, MATCHER_KEYS, TYPES } from '../values/matchers.ts'
import { PATTERN, patternOf, regexProblem } from '../values/pattern.ts'
import { show } from '../values/show.ts'
import { fieldNames, fieldOf, isAnything, itemsOf, type JsonShape, variantsOf } from './call-shapes.ts'
import { fieldsText, kindsOf } from './kinds.ts'

type Path = readonly PropertyKey[]

const ANYTHING: JsonShape = {}

/**
 * Finds the parts of an expectation that a value of this shape can never meet: unknown fields, values that cannot
 * occur, unknown matchers and invalid regular expressions. Paths lead into the expectation.
 */
export function impossible(expected: unknown, shape: JsonShape | undefined, path: Path = []): Mismatch[] {
  const here = shape ?? ANYTHING
  if (typeof expected === 'string') return impossibleText(expected, here, path)
  if (Array.isArray(expected)) return impossibleList(expected, here, path)
  if (isMatcher(expected)) return impossibleMatcher(expected, here, path)
  if (typeof expected === 'object' && expected !== null) {
    return impossibleFields(expected as Record<string, unknown>, here, path)
  }
  return impossibleValue(expected, here, path)
}

const isVariable = (text: string): boolean => text.includes('${')

function impossibleText(text: string, shape: JsonShape, path: Path): Mismatch[] {
  if (isVariable(text)) return []
  const [, source, flags] = PATTERN.exec(text) ?? []
  if (source === undefined) return impossibleValue(text, shape, path)
  const problem = regexProblem(source, flags)
  if (problem !== null) return [{ path, message: problem }]
  return isAnything(shape) || variantsOf(shape).some(takesText)
    ? []
    : [{ path, message: `a regular expression only matches text, and the value is ${kindsOf(shape)}` }]
}

const takesText = ({ type, enum: values, const: only }: JsonShape): boolean =>
  type === 'string' || typeof only === 'string' || (values ?? []).some((value) => typeof value === 'string')

function impossibleValue(value: unknown, shape: JsonShape, path: Path): Mismatch[] {
  if (isAnything(shape) || variantsOf(shape).some((variant) => accepts(variant, value))) return []
  const choices = variantsOf(shape).flatMap((variant) => variant.enum ?? [])
  // A code of a fault may be a variable, which is no suggestion.
  const words = choices.filter(
    (choice): choice is string => typeof choice === 'string' && !choice.includes('$'),
  )
  const message =
    typeof value === 'string' && words.length > 0
      ? `${show(value)} cannot occur here${oneOf(value, words)}`
      : `${show(value)} cannot occur here: the value is ${kindsOf(shape)}`
  return [{ path, message }]
}

function accepts({ type, enum: values, const: only }: JsonShape, value: unknown): boolean {
  if (only !== undefined) return only === value
  if (values) return values.includes(value)
  if (value === null) return type === 'null'
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value))
  return type === typeof value
}

function impossibleList(items: readonly unknown[], shape: JsonShape, path: Path): Mismatch[] {
  const inner = itemsOf(shape)
  if (inner === null) return [{ path, message: `a list cannot occur here: the value is ${kindsOf(shape)}` }]
  return items.flatMap((item, at) => impossible(item, inner, [...path, at]))
}

function impossibleFields(
  expected: Readonly<Record<string, unknown>>,
  shape: JsonShape,
  path: Path,
): Mismatch[] {
  const names = fieldNames(shape)
  return Object.entries(expected).flatMap(([name, inner]) => {
    const field = fieldOf(shape, name)
    if (field !== null) return impossible(inner, field, [...path, name])
    // An unknown field may be expected to be absent.
    if (isMatcher(inner) && inner.absent === true) return []
    if (names.length === 0 && isMatcherKey(name))
      return name === 'type' ? impossibleType(inner, [...path, name]) : []
    const message =
      names.length > 0
        ? `'${name}' is not a field of this value${didYouMean(name, names) || `: use one of ${fieldsText(shape)}`}`
        : `'${name}' is not a matcher, and the value is ${kindsOf(shape)}${oneOf(name, MATCHER_KEYS)}`
    return [{ path: [...path, name], isKey: true, message }]
  })
}

const isMatcherKey = (name: string): boolean => (MATCHER_KEYS as readonly string[]).includes(name)

const impossibleType = (type: unknown, path: Path): Mismatch[] =>
  (TYPES as readonly unknown[]).includes(type)
    ? []
    : [{ path, message: `${show(type)} is not a type${oneOf(String(type), TYPES)}` }]

/** The calls whose replies `matches-schema` can check. */
const CALLS = [...PLAYER_CALLS.keys(), ...ADMIN_CALLS.keys()]

function impossibleMatcher(
  matcher: Readonly<Record<string, unknown>>,
  shape: JsonShape,
  path: Path,
): Mismatch[] {
  return Object.entries(matcher).flatMap(([key, operand]): Mismatch[] => {
    const there = [...path, key]
    switch (key) {
      case 'equals':
      case 'not':
        return impossible(operand, shape, there)
      case 'in':
        return (operand as unknown[]).flatMap((each, at) => impossible(each, shape, [...there, at]))
      case 'contains':
        return impossible(operand, itemsOf(shape) ?? ANYTHING, there)
      case 'length':
        return impossible(operand, { type: 'integer' }, there)
      case 'matches': {
        if (isVariable(String(operand))) return []
        const { source, flags } = patternOf(String(operand))
        const problem = regexProblem(source, flags)
        return problem === null ? [] : [{ path: there, message: problem }]
      }
      case 'matches-schema':
        return CALLS.includes(String(operand)) || isVariable(String(operand))
          ? []
          : [{ path: there, message: `'${operand}' is not a call${didYouMean(String(operand), CALLS)}` }]
      default:
        return []
    }
  })
}

/** Why a capture path cannot exist in a reply, or null. */
export function impossibleCapture(capture: string, shape: JsonShape): string | null {
  let here: JsonShape | null | undefined = shape
  for (const [, name, index] of capture.matchAll(/\.([\w-]+)|\[(-?\d+)\]/g)) {
    if (!here) return null
    const inner: JsonShape | null | undefined =
      index === undefined ? fieldOf(here, name ?? '') : itemsOf(here)
    if (inner === null) {
      return index === undefined
        ? `the response has no '${name}' there${didYouMean(name ?? '', fieldNames(here))}`
        : `the response has no list there`
    }
    here = inner
  }
  return null
}
