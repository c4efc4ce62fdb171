import { valueAtPath } from '../../language/values/json-path.ts'
import { type Mismatch, mismatches } from '../../language/values/match.ts'
import { isMatcher } from '../../language/values/matchers.ts'
import { samePicture } from '../same-picture.ts'
import type { Session } from '../session.ts'
import { errorText, StepFailure } from '../step-failure.ts'
import type { Answer } from './exchange.ts'

/** The part of a step that concerns the answer. */
interface Wanted {
  readonly expect?: Readonly<Record<string, unknown>> | undefined
  readonly capture?: Readonly<Record<string, string>> | undefined
}

/**
 * Checks an answer against a step's expectation, then captures variables.
 * @throws {StepFailure} with every difference.
 */
export function conclude(answer: Answer, { expect, capture = {} }: Wanted, { variables }: Session): void {
  const wrong = differences(answer, variables.fill(expect ?? {}))
  if (wrong.length > 0) throw new StepFailure(wrong)
  for (const [name, path] of Object.entries(capture)) {
    const value = valueAtPath(answer.body, path)
    if (value === undefined) {
      throw new StepFailure([{ path: ['capture', name], message: `the response has nothing at ${path}` }])
    }
    variables.capture(name, value)
  }
}

/** How an answer differs from an expectation. A call must succeed unless a failure is expected. */
function differences(answer: Answer, expected: Readonly<Record<string, unknown>>): Mismatch[] {
  const { 'http-status': httpStatus, error, headers, body, ...fields } = expected
  if (answer.error && error === undefined && httpStatus === undefined) {
    return [
      { path: [], message: `the call failed: ${errorText({ ...answer.error, status: answer.status })}` },
    ]
  }
  const compare = (actual: unknown, operand: unknown, ...path: PropertyKey[]) =>
    mismatches(actual, operand, samePicture).map(
      (wrong): Mismatch => ({ ...wrong, path: ['expect', ...path, ...wrong.path] }),
    )
  return [
    ...(httpStatus === undefined
      ? []
      : named('http-status', compare(answer.status, httpStatus, 'http-status'))),
    ...(error === undefined ? [] : named('error', compare(errorFor(answer, error), error, 'error'))),
    ...(headers === undefined ? [] : named('headers', headerDifferences(answer, headers, compare))),
    ...(body === undefined ? [] : compare(answer.body, body, 'body')),
    ...Object.entries(fields).flatMap(([field, operand]) =>
      compare((answer.body as Record<string, unknown> | null)?.[field], operand, field).map(
        (wrong): Mismatch => ({
          ...wrong,
          at: [field, ...(wrong.at ?? [])],
          message: nameFirst(field, wrong.message),
        }),
      ),
    ),
  ]
}

type Compare = (actual: unknown, operand: unknown, ...path: PropertyKey[]) => Mismatch[]

/** The differences of headers, whose names have no case. */
function headerDifferences({ headers }: Answer, expected: unknown, compare: Compare): Mismatch[] {
  if (isMatcher(expected) || typeof expected !== 'object' || expected === null)
    return compare(headers, expected, 'headers')
  return Object.entries(expected).flatMap(([name, operand]) =>
    compare(headers[name.toLowerCase()], operand, 'headers', name).map((wrong) => ({
      ...wrong,
      message: nameFirst(name, wrong.message),
    })),
  )
}

/** An expected error is a code, or an object or matcher for code and message. */
function errorFor({ error }: Answer, expected: unknown): unknown {
  const hasFields =
    typeof expected === 'object' && expected !== null && ('code' in expected || 'message' in expected)
  return hasFields ? error : (error?.code ?? null)
}

/** Differences of a part that is not in the body of the response. */
const named = (name: string, wrong: readonly Mismatch[]): Mismatch[] =>
  wrong.map(({ path, message }) => ({ path, message: nameFirst(name, message) }))

/** `yourStatus: expected ...`, or `chain.length: expected ...` for nested values. */
const nameFirst = (name: string, message: string): string =>
  message.startsWith('expected ')
    ? `${name}: ${message}`
    : `${name}${message.startsWith('[') ? '' : '.'}${message}`
