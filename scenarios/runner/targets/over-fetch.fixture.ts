import type { Target } from './target.ts'

/** The target, with all its calls sent through a fetch that the test wraps. */
export function overFetch(target: Target, wrap: (inner: typeof fetch) => typeof fetch): Target {
  const { transport: _, ...rest } = target
  return { ...rest, fetch: wrap(target.fetch) }
}
