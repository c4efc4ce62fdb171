import { isDeepStrictEqual } from 'node:util'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import type * as z from 'zod'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import { isMatcher, type MatcherKey, type matcher } from './matchers.ts'
import { matchesPattern, PATTERN, patternOf, regexProblem } from './pattern.ts'

type Matcher = z.infer<typeof matcher>

/** One difference from an expectation. */
export interface Mismatch {
  /** The path into the expectation, which gives the position in the file. */
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Whether the path leads to a key instead of its value. */
  readonly isKey?: boolean
}

/** Compares pictures: whether two base64 PNGs have the same pixels. */
export type SamePicture = (a: string, b: string) => boolean

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
    { path, message: `${place(path)}expected ${wanted}, got ${show(actual)}` },
  ]
  if (isMatcher(expected)) return matcherMismatches(actual, expected, samePicture, path)
  if (typeof expected === 'string') {
    const [, source, flags] = PATTERN.exec(expected) ?? []
    if (source === undefined) return actual === expected ? [] : wrong(show(expected))
    const problem = regexProblem(source, flags)
    if (problem !== null) return [{ path, message: problem }]
    return typeof actual === 'string' && matchesPattern(actual, source, flags)
      ? []
      : wrong(`text like ${expected}`)
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return wrong('a list')
    if (actual.length !== expected.length) return wrong(`a list of ${expected.length}`)
    return expected.flatMap((item, at) => mismatches(actual[at], item, samePicture, [...path, at]))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return wrong(show(expected))
    const fields = actual as Record<string, unknown>
    return Object.entries(expected).flatMap(([key, inner]) =>
      mismatches(fields[key], inner, samePicture, [...path, key]),
    )
  }
  return Object.is(actual, expected) ? [] : wrong(show(expected))
}

function matcherMismatches(
  actual: unknown,
  expected: Matcher,
  samePicture: SamePicture,
  path: readonly PropertyKey[],
): Mismatch[] {
  const wrong = (key: MatcherKey, wanted: string): Mismatch[] => [
    { path: [...path, key], message: `${place(path)}expected ${wanted}, got ${show(actual)}` },
  ]
  const same = (value: unknown) => mismatches(actual, value, samePicture).length === 0
  const matchesText = (key: 'matches' | 'regex', operand: string): Mismatch[] => {
    const { source, flags } = patternOf(operand)
    const problem = regexProblem(source, flags)
    if (problem !== null) return [{ path: [...path, key], message: problem }]
    return typeof actual === 'string' && matchesPattern(actual, source, flags)
      ? []
      : wrong(key, `text like /${source}/${flags}`)
  }
  const checks: { [K in MatcherKey]: (operand: NonNullable<Matcher[K]>) => Mismatch[] } = {
    equals: (operand) => (isDeepStrictEqual(actual, operand) ? [] : wrong('equals', show(operand))),
    in: (operand) => (operand.some(same) ? [] : wrong('in', `one of ${operand.map(show).join(', ')}`)),
    matches: (operand) => matchesText('matches', operand),
    regex: (operand) => matchesText('regex', operand),
    type: (operand) =>
      isOfType(actual, operand) ? [] : wrong('type', `${operand === 'id' ? 'an' : 'a'} ${operand}`),
    gte: (operand) =>
      compare(actual, operand, (order) => order >= 0) ? [] : wrong('gte', `at least ${show(operand)}`),
    lte: (operand) =>
      compare(actual, operand, (order) => order <= 0) ? [] : wrong('lte', `at most ${show(operand)}`),
    gt: (operand) =>
      compare(actual, operand, (order) => order > 0) ? [] : wrong('gt', `more than ${show(operand)}`),
    lt: (operand) =>
      compare(actual, operand, (order) => order < 0) ? [] : wrong('lt', `less than ${show(operand)}`),
    length: (operand) => {
      if (typeof actual !== 'string' && !Array.isArray(actual))
        return wrong('length', 'something with a length')
      return mismatches(actual.length, operand, samePicture, [...path, 'length'])
    },
    contains: (operand) =>
      containsIt(actual, operand, samePicture)
        ? []
        : wrong('contains', `something that contains ${show(operand)}`),
    'matches-schema': (operand) => {
      const name = PLAYER_CALLS.get(operand) ?? ADMIN_CALLS.get(operand)
      if (!name) return wrong('matches-schema', `the response of a call, but '${operand}' is not a call`)
      const problem = schemaProblem(name, actual)
      return problem === null ? [] : wrong('matches-schema', `the response of ${operand} (${problem})`)
    },
    not: (operand) => (same(operand) ? wrong('not', `anything but ${show(operand)}`) : []),
    picture: (operand) =>
      typeof actual === 'string' && samePicture(actual, operand) ? [] : wrong('picture', 'the same picture'),
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

function containsIt(actual: unknown, operand: unknown, samePicture: SamePicture): boolean {
  if (typeof actual === 'string') return typeof operand === 'string' && actual.includes(operand)
  return Array.isArray(actual) && actual.some((item) => mismatches(item, operand, samePicture).length === 0)
}

function compare(actual: unknown, operand: number | string, holds: (order: number) => boolean): boolean {
  if (typeof actual === 'number' && typeof operand === 'number') return holds(actual - operand)
  if (typeof actual === 'string' && typeof operand === 'string') {
    return holds(actual < operand ? -1 : actual > operand ? 1 : 0)
  }
  return false
}

function isOfType(value: unknown, type: NonNullable<Matcher['type']>): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string'
    case 'number':
    case 'boolean':
      return typeof value === type
    case 'list':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'null':
      return value === null
    case 'id':
      return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)
    case 'time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
    case 'day':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  }
}

const place = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? ''
    : `${path
        .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
        .join('')
        .replace(/^\./, '')}: `

const MAX_SHOWN_LENGTH = 80

/** A value as reports show it: short, on one line. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text
}

export const isNumericMatcher = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value)
    .flat()
    .every((each) => typeof each === 'number')
