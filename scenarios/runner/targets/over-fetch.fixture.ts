import { transportOf } from '@inkling/mock-server/contract/client/client'
import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import { fillPath } from '@inkling/mock-server/contract/table/path'
import type { Target } from './target.ts'

/** The target, with all its calls sent through a fetch that the test wraps. */
export function overFetch(target: Target, wrap: (inner: typeof fetch) => typeof fetch): Target {
  const { transport: _, ...rest } = target
  return { ...rest, fetch: wrap(target.fetch) }
}

/**
 * The target, with some of its replies changed. Only these calls are requests, which take several times as long as calls
 * in process.
 * @param changed the method and path of the calls, such as `GET /api/game/today`
 */
export function withReplies(
  target: Target,
  changed: RegExp,
  change: (reply: Response, call: string, init?: RequestInit) => Response | Promise<Response>,
): Target {
  const requests = overFetch(target, (fetch) => async (input, init) => {
    const reply = await fetch(input, init)
    const call = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`
    return changed.test(call) ? change(reply, call, init) : reply
  })
  const [plain, changing] = [transportOf(target), transportOf(requests)]
  return {
    ...requests,
    async transport(name, parts, context) {
      const [method, path] = methodAndPath(name)
      return (changed.test(`${method} ${fillPath(path, parts.params)}`) ? changing : plain)(
        name,
        parts,
        context,
      )
    },
  }
}
