import { isDeepStrictEqual } from 'node:util'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import type * as z from 'zod'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import { listDifference, listed } from './list-difference.ts'
import { isMatcher, isOfType, type MatcherKey, type matcher } from './matchers.ts'
import { matchesPattern, PATTERN, patternOf, regexProblem } from './pattern.ts'
import { show } from './show.ts'

type Matcher = z.infer<typeof matcher>

/** One difference from an expectation. */
export interface Mismatch {
  /** The path into the expectation, which gives the position in the file. */
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Whether the path leads to a key instead of its value. */
  readonly isKey?: boolean
  /** The path into the compared value. */
  readonly at?: readonly PropertyKey[]
  /** Whether the two cannot be compared, so that `not` is not met either. */
  readonly isIncomparable?: boolean
}

/** Compares two base64 PNGs: true if they have the same pixels, how they differ, or a sentence if they cannot be compared. */
export type SamePicture = (actual: string, wanted: string) => true | { readonly difference: string } | string

/**
 * Compares a value with an expectation: a matcher, `/a regular expression/`, or a value. Objects are compared field
 * by field and may have additional fields; lists are compared item by item.
 */
export function mismatches(
  actual: unknown,
  expected: unknown,
  samePicture: SamePicture,
  path: readonly PropertyKey[] = [],
): Mismatch[] {
  const wrong = (wanted: string): Mismatch[] => [
    { path, at: path, message: `${place(path)}expected ${wanted}, got ${show(actual)}` },
  ]
  if (isMatcher(expected)) return matcherMismatches(actual, expected, samePicture, path)
  if (typeof expected === 'string') {
    const [, source, flags] = PATTERN.exec(expected) ?? []
    if (source === undefined)
      return actual === expected ? [] : unlike(actual, expected, wrong(show(expected)))
    const problem = regexProblem(source, flags)
    if (problem !== null) return [{ path, at: path, message: problem, isIncomparable: true }]
    if (typeof actual === 'string' && matchesPattern(actual, source, flags)) return []
    return unless(typeof actual === 'string', actual, wrong(`text like ${expected}`))
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return wrong('a list')
    if (actual.length === expected.length)
      return expected.flatMap((item, at) => mismatches(actual[at], item, samePicture, [...path, at]))
    const fits = (item: unknown, wanted: unknown) => mismatches(item, wanted, samePicture).length === 0
    return [{ path, at: path, message: place(path) + listDifference(actual, expected, fits) }]
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return wrong(show(expected))
    const fields = actual as Record<string, unknown>
    return Object.entries(expected).flatMap(([key, inner]) =>
      mismatches(fields[key], inner, samePicture, [...path, key]),
    )
  }
  return Object.is(actual, expected) ? [] : unlike(actual, expected, wrong(show(expected)))
}

function matcherMismatches(
  actual: unknown,
  expected: Matcher,
  samePicture: SamePicture,
  path: readonly PropertyKey[],
): Mismatch[] {
  const wrong = (key: MatcherKey, wanted: string): Mismatch[] => [
    { path: [...path, key], at: path, message: `${place(path)}expected ${wanted}, got ${show(actual)}` },
  ]
  const incomparable = (key: MatcherKey, why: string): Mismatch[] => [
    { path: [...path, key], at: path, message: place(path) + why, isIncomparable: true },
  ]
  const compared = (value: unknown) => mismatches(actual, value, samePicture)
  const ordered = (
    key: 'gte' | 'lte' | 'gt' | 'lt',
    operand: number | string,
    wanted: string,
    holds: (order: number) => boolean,
  ): Mismatch[] => {
    const order = orderOf(actual, operand)
    if (order !== null && holds(order)) return []
    return unless(order !== null, actual, wrong(key, `${wanted} ${show(operand)}`))
  }
  const checks: { [K in MatcherKey]: (operand: NonNullable<Matcher[K]>) => Mismatch[] } = {
    equals: (operand) => (isDeepStrictEqual(actual, operand) ? [] : wrong('equals', show(operand))),
    in: (operand) => {
      const each = operand.map(compared)
      if (each.some((wrongs) => wrongs.length === 0)) return []
      return unless(!each.some(isIncomparable), actual, wrong('in', `one of ${operand.map(show).join(', ')}`))
    },
    matches: (operand) => {
      const { source, flags } = patternOf(operand)
      const problem = regexProblem(source, flags)
      if (problem !== null) return incomparable('matches', problem)
      if (typeof actual === 'string' && matchesPattern(actual, source, flags)) return []
      return unless(typeof actual === 'string', actual, wrong('matches', `text like /${source}/${flags}`))
    },
    type: (operand) =>
      isOfType(actual, operand) ? [] : wrong('type', `${operand === 'id' ? 'an' : 'a'} ${operand}`),
    gte: (operand) => ordered('gte', operand, 'at least', (order) => order >= 0),
    lte: (operand) => ordered('lte', operand, 'at most', (order) => order <= 0),
    gt: (operand) => ordered('gt', operand, 'more than', (order) => order > 0),
    lt: (operand) => ordered('lt', operand, 'less than', (order) => order < 0),
    length: (operand) => {
      if (typeof actual !== 'string' && !Array.isArray(actual))
        return unless(false, actual, wrong('length', 'something with a length'))
      return mismatches(actual.length, operand, samePicture, [...path, 'length']).map((each) => ({
        ...each,
        at: path,
      }))
    },
    contains: (operand) => {
      const found = wrong('contains', `something that contains ${show(operand)}`)
      if (typeof actual === 'string') {
        if (typeof operand !== 'string') return unless(false, actual, found)
        return actual.includes(operand) ? [] : found
      }
      if (!Array.isArray(actual)) return unless(false, actual, found)
      const each = actual.map((item) => mismatches(item, operand, samePicture))
      if (each.some((wrongs) => wrongs.length === 0)) return []
      const [undecided] = each.filter(isIncomparable)
      if (undecided) return incomparable('contains', undecided[0]?.message ?? '')
      const isObject = typeof operand === 'object' && operand !== null
      const nearest = isObject ? nearestOf(each) : null
      if (!nearest) return found
      const { at, wrongs } = nearest
      const differs = listed(wrongs.map(({ message }) => message))
      const message = `${place(path)}expected an item like ${show(operand)}; the nearest is [${at}], in which ${differs}`
      return [{ path: [...path, 'contains'], at: [...path, at, ...(wrongs[0]?.at ?? [])], message }]
    },
    'matches-schema': (operand) => {
      const name = PLAYER_CALLS.get(operand) ?? ADMIN_CALLS.get(operand)
      if (!name)
        return incomparable(
          'matches-schema',
          `expected the response of a call, but '${operand}' is not a call`,
        )
      const problem = schemaProblem(name, actual)
      return problem === null ? [] : wrong('matches-schema', `the response of ${operand} (${problem})`)
    },
    not: (operand) => {
      const wrongs = compared(operand)
      if (wrongs.length === 0) return wrong('not', `anything but ${show(operand)}`)
      if (!isIncomparable(wrongs)) return []
      return incomparable('not', `whether this is not so cannot be decided: ${wrongs[0]?.message}`)
    },
    picture: (operand) => {
      if (actual === undefined || actual === null) return wrong('picture', 'the same picture')
      const result = typeof actual === 'string' ? samePicture(actual, operand) : `${show(actual)} is not text`
      if (result === true) return []
      if (typeof result === 'string')
        return incomparable('picture', `expected the same picture, but ${result}`)
      const message = `${place(path)}expected the same picture: ${result.difference}`
      return [{ path: [...path, 'picture'], at: path, message }]
    },
    absent: (operand) =>
      (actual === undefined) === operand
        ? []
        : wrong('absent', operand ? 'the field to be absent' : 'the field to be present'),
  }
  return (Object.keys(expected) as MatcherKey[]).flatMap((key) => {
    const check = checks[key] as (operand: unknown) => Mismatch[]
    return check(expected[key])
  })
}

/** Why a reply does not match its schema, or null. */
function schemaProblem(name: EndpointName, value: unknown): string | null {
  const result = endpoints[name].reply.safeParse(value)
  if (result.success) return null
  const [issue] = result.error.issues
  return `${issue?.path.join('.') || 'it'}: ${issue?.message}`
}

/** The item of a list with the fewest differences, and what they are; null if the list is empty. */
function nearestOf(each: readonly (readonly Mismatch[])[]) {
  const fewest = Math.min(...each.map(({ length }) => length))
  const at = each.findIndex(({ length }) => length === fewest)
  const wrongs = each[at]
  return wrongs ? { at, wrongs } : null
}

/** Whether nothing is wrong except that values cannot be compared. A single real difference decides. */
const isIncomparable = (wrongs: readonly Mismatch[]): boolean =>
  wrongs.length > 0 && wrongs.every((each) => each.isIncomparable)

/**
 * Mismatches that do not meet `not` either, unless the value is of a kind that the operand can be compared with. A value
 * that is missing or null differs from every operand.
 */
const unless = (isComparable: boolean, actual: unknown, wrongs: readonly Mismatch[]): Mismatch[] =>
  isComparable || actual === undefined || actual === null
    ? [...wrongs]
    : wrongs.map((each) => ({ ...each, isIncomparable: true }))

/** The mismatches of two values; they cannot be compared if one is a number and the other one text, for example. */
const unlike = (actual: unknown, expected: unknown, wrongs: readonly Mismatch[]): Mismatch[] =>
  unless(typeof actual === typeof expected || typeof actual === 'object' || expected === null, actual, wrongs)

/** Negative if the value is less than the operand, 0 if they are equal; null if they have different types. */
function orderOf(actual: unknown, operand: number | string): number | null {
  if (typeof actual === 'number' && typeof operand === 'number') return actual - operand
  if (typeof actual === 'string' && typeof operand === 'string')
    return actual < operand ? -1 : actual > operand ? 1 : 0
  return null
}

const place = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? ''
    : `${path
        .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
        .join('')
        .replace(/^\./, '')}: `
