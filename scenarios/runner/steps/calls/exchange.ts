import { ApiError, UNKNOWN_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { callOver, type ServerAccess, transportOf } from '@inkling/mock-server/contract/client/client'
import type { CallResponse } from '@inkling/mock-server/contract/client/transport'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { shapeOf } from '../../language/values/object-shape.ts'

/** The reply to a call, successful or not. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Set if the call failed. */
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Makes one call with the typed client. A failed call also returns an answer. */
export async function exchange(
  access: ServerAccess,
  name: EndpointName,
  fields: Readonly<Record<string, unknown>>,
  token: string | null,
): Promise<Answer> {
  let response: CallResponse | undefined
  const caller = {
    token: () => token,
    adminKey: access.adminKey,
    onReply: (_: EndpointName, reply: CallResponse) => {
      response = reply
    },
  }
  try {
    // The server validates the fields.
    const body = await callOver(transportOf(access), caller, name, partsOf(name, fields))
    return { ...statusAndHeaders(response), body, error: null }
  } catch (error) {
    return { ...failedAnswer(error), ...statusAndHeaders(response) }
  }
}

/**
 * The answer of a failed call.
 * @throws errors that are not failures of a call.
 */
export function failedAnswer(thrown: unknown): Answer {
  const { code, message, status } = asApiError(thrown)
  return { status, headers: {}, body: { error: { code, message } }, error: { code, message } }
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  // The typed client parses successful replies as JSON.
  if (thrown instanceof SyntaxError) return new ApiError(UNKNOWN_ERROR, 'The response is not JSON', 200)
  throw thrown
}

const statusAndHeaders = (response: CallResponse | undefined): Pick<Answer, 'status' | 'headers'> => ({
  status: response?.status ?? 0,
  headers: Object.fromEntries(response?.headers ?? []),
})

/** Assigns each field to the path, the query or the body, as the endpoint requires. */
function partsOf(name: EndpointName, fields: Readonly<Record<string, unknown>>): object {
  const { params, query, body } = endpoints[name]
  const inPath = Object.keys(shapeOf(params))
  const inQuery = Object.keys(shapeOf(query))
  const parts = { params: {}, query: {}, body: {} } as Record<
    'params' | 'query' | 'body',
    Record<string, unknown>
  >
  for (const [field, value] of Object.entries(fields)) {
    parts[inPath.includes(field) ? 'params' : inQuery.includes(field) ? 'query' : 'body'][field] = value
  }
  const hasBody = body !== undefined || Object.keys(parts.body).length > 0
  return { params: parts.params, query: parts.query, ...(hasBody && { body: parts.body }) }
}
