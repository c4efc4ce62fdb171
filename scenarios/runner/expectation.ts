import type { Answer } from './exchange.ts'
import { valueAtPath } from './json-path.ts'
import { type Mismatch, mismatches } from './match.ts'
import { samePicture } from './same-picture.ts'
import type { Session } from './session.ts'
import { StepFailure, spokenError } from './step-failure.ts'

/** What a step says of its answer. */
interface Wanted {
  readonly expect?: Readonly<Record<string, unknown>> | undefined
  readonly capture?: Readonly<Record<string, string>> | undefined
}

/**
 * Checks an answer against what a step expects, then takes what it captures.
 * @throws {StepFailure} with everything that is not as expected.
 */
export function conclude(answer: Answer, { expect, capture = {} }: Wanted, { variables }: Session): void {
  const wrong = differences(answer, variables.fill(expect ?? {}))
  if (wrong.length > 0) throw new StepFailure(wrong)
  for (const [name, path] of Object.entries(capture)) {
    const value = valueAtPath(answer.body, path)
    if (value === undefined) {
      throw new StepFailure([{ path: ['capture', name], message: `there is nothing at ${path} to capture` }])
    }
    variables.set(name, value)
  }
}

/** How an answer differs from an expectation; a call has to succeed unless a failure is expected. */
export function differences(answer: Answer, expected: Readonly<Record<string, unknown>>): Mismatch[] {
  const { status, error, headers, body, ...fields } = expected
  // A number is the HTTP status; anything else is a field of the reply that happens to be called so.
  const ofHttp = typeof status === 'number' || isAboutNumbers(status)
  const wanted = status !== undefined && !ofHttp ? { ...fields, status } : fields
  if (answer.error && error === undefined && !ofHttp) {
    return [
      { path: [], message: `the call failed: ${spokenError({ ...answer.error, status: answer.status })}` },
    ]
  }
  const compare = (actual: unknown, operand: unknown, ...path: PropertyKey[]) =>
    mismatches(actual, operand, samePicture).map((wrong): Mismatch => {
      return { path: ['expect', ...path, ...wrong.path], message: wrong.message }
    })
  return [
    ...(ofHttp ? named('status', compare(answer.status, status, 'status')) : []),
    ...(error === undefined ? [] : named('error', compare(errorFor(answer, error), error, 'error'))),
    ...(headers === undefined ? [] : named('headers', compare(answer.headers, headers, 'headers'))),
    ...(body === undefined ? [] : compare(answer.body, body, 'body')),
    ...Object.entries(wanted).flatMap(([field, operand]) =>
      compare((answer.body as Record<string, unknown> | null)?.[field], operand, field).map(
        ({ path, message }): Mismatch => ({ path, message: nameFirst(field, message) }),
      ),
    ),
  ]
}

/** An expected error is a code, or an object or matcher about code and message. */
function errorFor({ error }: Answer, expected: unknown): unknown {
  const aboutBoth =
    typeof expected === 'object' && expected !== null && ('code' in expected || 'message' in expected)
  return aboutBoth ? error : (error?.code ?? null)
}

/** Whether an expectation is a matcher of numbers. */
export const isAboutNumbers = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value)
    .flat()
    .every((each) => typeof each === 'number')

const named = (name: string, wrong: readonly Mismatch[]): Mismatch[] =>
  wrong.map(({ path, message }) => ({ path, message: nameFirst(name, message) }))

/** `yourStatus: expected ...`, or `chain.length: expected ...` for what lies deeper. */
const nameFirst = (name: string, message: string): string =>
  message.startsWith('expected ')
    ? `${name}: ${message}`
    : `${name}${message.startsWith('[') ? '' : '.'}${message}`
