import type { StepOf } from '../runner/language/steps.ts'
import { isMatcher } from '../runner/language/values/matchers.ts'
import { PATTERN } from '../runner/language/values/pattern.ts'
import { type Difference, isFailure } from './pair.ts'

type Expected = NonNullable<StepOf<'bot'>['expect']>

/** What a step must expect so that it passes with the reference's reply, and fails with the target's. */
export function expectationOf(difference: Difference): Expected | undefined {
  const { place, expected, answer } = difference
  const header = /^header (.+)$/.exec(place)?.[1]
  if (header !== undefined) {
    const wanted = expected === null || expected === false ? { absent: true } : expected
    const headers = { [header]: wanted === true ? { absent: false } : wanted }
    return { ...(answer.error && { error: answer.error.code }), headers } as Expected
  }
  // What the right reply is, neither server tells. A race has no such expectation.
  if (isFailure(difference)) return answer.error === null ? undefined : { 'http-status': { lt: 500 } }
  // A call without an expectation must succeed.
  if (answer.error === null && !place.startsWith('$')) return undefined
  if (answer.error !== null) {
    return { error: place === 'error.code' ? answer.error.code : { ...answer.error } }
  }
  // The message that did not come.
  if (place === '$' && typeof expected === 'object' && expected !== null && 'data' in expected)
    return { type: 'reaction_event' } as Expected
  const fields = at(pathOf(place), answer.body, expected)
  return Array.isArray(answer.body) || place === '$' ? { body: fields } : (fields as Expected)
}

const pathOf = (place: string): (string | number)[] =>
  [...place.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))

/** The expectation of one value inside a body; items beside it may be anything. */
function at([key, ...rest]: readonly (string | number)[], body: unknown, expected: unknown): never {
  return build() as never

  function build(): unknown {
    if (key === undefined) return literal(expected)
    if (!Array.isArray(body)) {
      const inner = (body as Record<string, unknown> | null)?.[key]
      const fields = { [key]: at(rest, inner, expected) }
      return isMatcher(fields) ? { ...otherField(body, key), ...fields } : fields
    }
    // Lists of different lengths.
    if (typeof key !== 'number' || key >= body.length || (rest.length === 0 && expected === undefined)) {
      return { length: body.length }
    }
    if (rest.length === 0 && typeof expected === 'object') return { length: body.length }
    return body.map((item, index) => (index === key ? at(rest, item, expected) : anything(item)))
  }
}

/** A field beside one whose name is that of a matcher, so that the object is not read as a matcher. */
function otherField(body: unknown, key: string | number): Record<string, unknown> {
  const [other] = Object.entries(body ?? {}).filter(
    ([name, value]) => name !== key && !isMatcher({ [name]: value }) && typeof value !== 'object',
  )
  return other ? { [other[0]]: literal(other[1]) } : {}
}

const anything = (item: unknown): unknown => (typeof item === 'object' && item !== null ? {} : literal(item))

function literal(value: unknown): unknown {
  if (value === undefined) return { absent: true }
  const isRead = typeof value === 'string' && PATTERN.test(value)
  return isRead || (typeof value === 'object' && value !== null) ? { equals: value } : value
}
