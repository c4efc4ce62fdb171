import { en } from 'zod/locales'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/table/endpoint.ts'
import { allow, type Decision, refuse } from '../../rules/refusal.ts'
import type { Call } from './call.ts'

// zod/mini comes without error messages.
z.config(en())

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Parses the parts of a call with the row's schemas. Refused with a sentence about the first problem. */
export function parseInput({ params, query, body }: Endpoint, call: Call): Decision<Input> {
  const parsed: Record<string, unknown> = {}
  for (const [part, schema, value] of [
    ['params', params, call.params],
    ['query', query, call.query],
    ['body', body, call.body],
  ] as const) {
    const result = schema?.safeParse(value)
    if (result?.error) return refuse('VALIDATION_FAILED', sentence(part, result.error))
    parsed[part] = result?.data
  }
  return allow(parsed as unknown as Input)
}

/** How zod's own messages start. They do not name the field. */
const ZODS_OWN = /^(Invalid|Too (big|small)|Unrecognized|Expected)\b/

/** Our own messages are complete sentences. zod's are prefixed with the field. */
function sentence(part: string, error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (!issue) return `The ${part} is not valid`
  const place = issue.path.length > 0 ? issue.path.join('.') : part
  return /^[A-Z].*[^:]$/.test(issue.message) && !ZODS_OWN.test(issue.message)
    ? issue.message
    : `${place}: ${issue.message}`
}
