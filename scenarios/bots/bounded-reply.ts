import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { methodAndPath } from '@inkling/mock-server/contract/table/calls'

/** More than any reply of this API, and little enough for the memory of this process. */
const MAX_BYTES = 32 * 1024 * 1024

/** The code of a reply that is not read. */
export const REPLY_TOO_LARGE = 'REPLY_TOO_LARGE'

const tooLarge = (status: number): ApiError =>
  new ApiError(REPLY_TOO_LARGE, `The reply has more than ${MAX_BYTES / 1024 / 1024} MB`, status)

/** A whole world has any size. */
const [, WORLD] = methodAndPath('exportWorld')
const isBounded = (address: string): boolean => new URL(address).pathname !== WORLD

/** The bytes of the body of a reply. @throws {ApiError} REPLY_TOO_LARGE, before they fill the memory. */
export async function boundedBytes(
  body: AsyncIterable<Uint8Array>,
  status: number,
  address: string,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > MAX_BYTES && isBounded(address)) throw tooLarge(status)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A response whose body fails with {@link REPLY_TOO_LARGE} when it has more bytes than any reply of this API. */
export function boundedResponse(response: Response, address: string): Response {
  const { body, status, statusText, headers } = response
  if (!body || !isBounded(address)) return response
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.byteLength
      if (size > MAX_BYTES) controller.error(tooLarge(status))
      else controller.enqueue(part)
    },
  })
  return new Response(body.pipeThrough(counted), { status, statusText, headers })
}

/** A fetch with bounded replies. */
export const boundedFetch =
  (inner: typeof fetch): typeof fetch =>
  async (input, init) =>
    boundedResponse(await inner(input, init), input instanceof Request ? input.url : String(input))
