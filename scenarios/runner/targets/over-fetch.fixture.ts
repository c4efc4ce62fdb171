import type { Target } from './target.ts'

/** The target with all its calls as requests of a fetch that a test wraps. */
export function overFetch(target: Target, wrap: (inner: typeof fetch) => typeof fetch): Target {
  const { transport: _, ...rest } = target
  return { ...rest, fetch: wrap(target.fetch) }
}
