/** The value at a path such as `$.chain[0].type`; `[-1]` is the last item of a list. Undefined if there is none. */
export function valueAtPath(root: unknown, path: string): unknown {
  let here = root
  for (const [, name, index] of path.matchAll(/\.([\w-]+)|\[(-?\d+)\]/g)) {
    if (typeof here !== 'object' || here === null) return undefined
    if (index !== undefined) here = Array.isArray(here) ? here.at(Number(index)) : undefined
    else here = Object.hasOwn(here, name ?? '') ? (here as Record<string, unknown>)[name ?? ''] : undefined
  }
  return here
}
