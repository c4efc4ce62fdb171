import { type Client as ApiClient, createClient as createApiClient } from '../core/contract/client/client.ts'
import type { CallOptions, ClientOptions } from '../core/contract/client/client-options.ts'
import type { ReactionMessage } from '../core/contract/schemas/reactions.ts'
import { methodAndPath } from '../core/contract/table/calls.ts'
import { fillPath } from '../core/contract/table/path.ts'
import { liveReactions } from './live-reactions.ts'

/* `inkling/client`: the typed client of the API. */

export { ApiError } from '../core/contract/client/api-error.ts'
export type { CallOptions, ClientOptions } from '../core/contract/client/client-options.ts'
export type { Fault } from '../core/contract/schemas/control.ts'

type Stream = 'watchReactions' | 'watchEvents'

/** One method for each call. Its published declarations name the type of every body; see build/client-types.ts. */
export interface Client extends Omit<ApiClient, Stream> {
  watchReactions(
    input: { params: { gameId: string } },
    options?: CallOptions,
  ): Promise<AsyncGenerator<ReactionMessage, void>>
}

/** The typed client over HTTP. See the declarations in build/documents.ts. */
export function createClient(options: ClientOptions): Client {
  const { watchEvents: _, ...calls } = createApiClient(options)
  return {
    ...calls,
    watchReactions: ({ params }, { signal } = {}) => {
      const [, path] = methodAndPath('watchReactions')
      const base = options.baseUrl === '' ? globalThis.location.href : options.baseUrl
      const url = new URL(fillPath(path, params), base)
      url.protocol = url.protocol.replace('http', 'ws')
      url.searchParams.set('token', options.token?.() ?? '')
      return liveReactions(url.href, signal)
    },
  }
}
