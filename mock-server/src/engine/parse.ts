import { en } from 'zod/locales'
import * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { allow, type Decision, refuse } from '../rules/refusal.ts'
import type { Call } from './call.ts'

// The small zod that the contract is written in has no words of its own for what is wrong.
z.config(en())

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Reads the parts of a call by the row's schemas; the first problem is told with the place where it is. */
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

/** How the sentences of zod begin that do not say where. */
const ZODS_OWN = /^(Invalid|Too (big|small)|Unrecognized|Expected)\b/

/** Our own messages are sentences already; zod's need to be told what they are about. */
function sentence(part: string, error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (!issue) return `The ${part} is not valid`
  const place = issue.path.length > 0 ? issue.path.join('.') : part
  return /^[A-Z].*[^:]$/.test(issue.message) && !ZODS_OWN.test(issue.message)
    ? issue.message
    : `${place}: ${issue.message}`
}
