import { endpoints } from '../../core/contract/table/endpoints.ts'
import { canMatch, matchesPattern, matchPath } from '../../core/contract/table/path.ts'
import { slipsBetween } from '../../core/scoring/words/spelling.ts'

const DOCUMENTED = Object.values(endpoints).filter(({ documented }) => documented)
/** The calls that faults can affect. */
const CALLS = DOCUMENTED.filter(({ kind }) => kind !== 'socket')
export const FAULT_METHODS: readonly string[] = [...new Set(CALLS.map(({ method }) => method))]
export const faultableCalls = (method: string | undefined) =>
  CALLS.filter((call) => method === undefined || call.method === method)

const isFixed = (path: string): boolean => !path.includes('{')
/** A path up to its first parameter. */
const fixedPart = (path: string): string => path.replace(/\{.*/, '')
const FIXED = CALLS.map(({ path }) => path).filter(isFixed)
const SOCKETS = DOCUMENTED.filter(({ kind }) => kind === 'socket').map(({ path }) => fixedPart(path))

/** Why a fault on this path would never fire, because it is the path of a socket; null if it is not. */
export const socketProblem = (path: string): string | null =>
  SOCKETS.some((socket) => path.startsWith(socket))
    ? `'${path}' is a socket; faults change HTTP responses only`
    : null

/**
 * Whether any call of a method matches the path of a fault.
 * @param isVariable whether a part of the path can be any part
 */
export function isReachable(
  path: string,
  method: string | undefined,
  isVariable: (part: string) => boolean = () => false,
): boolean {
  const calls = faultableCalls(method)
  if (calls.some((call) => matchesPattern(fixedPart(call.path), path))) return true
  // '/api/game/tody' could be a path with an id, so paths close to one without parameters count as misspelt.
  if (isFixed(path) && isNearFixed(path.replace(/\/?\*$/, ''))) return false
  const given = path.split('/')
  return calls.some(({ path: template, params }) => {
    if (params && !path.endsWith('*') && !given.some(isVariable))
      return params.safeParse(matchPath(template, path)).success
    const parts = template.split('/')
    const filled = given.map((part, at) =>
      isVariable(part) ? `${parts[at] ?? ''}${part.endsWith('*') ? '*' : ''}` : part,
    )
    return canMatch(template, filled.join('/'))
  })
}

function isNearFixed(path: string): boolean {
  const max = Math.max(1, Math.floor(path.length / 3))
  return FIXED.some((fixed) => slipsBetween(path.toLowerCase(), fixed.toLowerCase(), max) <= max)
}
