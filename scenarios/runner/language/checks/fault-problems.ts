import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ERROR_STATUS } from '@inkling/mock-server/contract/table/error-codes'
import { canMatch, matchesPattern, matchPath } from '@inkling/mock-server/contract/table/path'
import { didYouMean, nearest, oneOf } from '../../../text/nearest.ts'
import type { FaultRule } from '../fault-rule.ts'
import type { Mismatch } from '../values/match.ts'

/**
 * Why a fault matches no call or has no effect. Codes that only a real server has are allowed.
 * @param word the name of a field in the messages
 */
export function faultProblems(
  { match, status, code, message, rawBody, delay, drop, loseResponse }: FaultRule,
  word: (field: string) => string,
): Mismatch[] {
  const wrong: Mismatch[] = []
  const add = (path: string[], message: string) => wrong.push({ path, message })
  const method = match.method?.includes('${') ? undefined : match.method?.toUpperCase()
  if (method !== undefined && !METHODS.includes(method))
    add(['match', 'method'], `no call has the method '${match.method}'${oneOf(method, METHODS)}`)
  else if (match.path !== undefined && !isReachable(match.path, method)) {
    const paths = callsOf(method).map(({ path }) => path.replace(/\{.*/, '*'))
    const hint =
      didYouMean(match.path.replace(/\{.*/, '*'), paths) ||
      ': name a path of the API, or /api/* for all calls'
    const call = method === undefined ? 'call' : `${method} call`
    add(['match', 'path'], `no ${call} has the path '${match.path}'${hint}`)
  }
  const answer = Object.entries({ status, code, message, rawBody }).flatMap(([field, value]) =>
    value === undefined ? [] : [word(field)],
  )
  const breaks = drop ? 'drop' : loseResponse ? 'loseResponse' : null
  if (drop && loseResponse) {
    const [before, after] = [word('drop'), word('loseResponse')]
    add(['drop'], `the connection breaks once, before (${before}) or after (${after}) the call: remove one`)
  } else if (breaks !== null && answer.length > 0) {
    const why = 'a broken connection has no response'
    add([breaks], `${why}: remove ${word(breaks)}, or remove ${answer.join(' and ')}`)
  } else if (breaks === null && delay === undefined && answer.every((each) => each === word('message'))) {
    const effects = ['status', 'code', 'rawBody', 'delay', 'drop', 'loseResponse'].map(word).join(', ')
    add([], `this fault has no effect: add one of ${effects}`)
  } else if (message !== undefined && rawBody !== undefined)
    add(['message'], `${word('rawBody')} is the whole response: remove ${word('message')}`)
  else if (message !== undefined && status === undefined && code === undefined)
    add(['message'], `${word('message')} is part of an error: add ${word('status')} or ${word('code')}`)
  const meant = code === undefined || code in ERROR_STATUS ? '' : didYouMean(code, Object.keys(ERROR_STATUS))
  if (meant !== '') add(['code'], `'${code}' is not an error code${meant}`)
  return wrong
}

/** The calls that faults can affect. */
const CALLS = Object.values(endpoints).filter(({ documented }) => documented)
const METHODS: readonly string[] = [...new Set(CALLS.map(({ method }) => method))]
const callsOf = (method: string | undefined) =>
  CALLS.filter((call) => method === undefined || call.method === method)

const isFixed = (path: string): boolean => !path.includes('{')
const FIXED = CALLS.map(({ path }) => path).filter(isFixed)

/** Whether any call of a method matches the path of a fault, in which a part with a variable can be any part. */
function isReachable(path: string, method: string | undefined): boolean {
  if (callsOf(method).some((call) => isFixed(call.path) && matchesPattern(call.path, path))) return true
  // '/api/game/tody' could be a path with an id, so paths close to one without parameters count as misspelt.
  if (isFixed(path) && nearest(path.replace(/\/?\*$/, ''), FIXED) !== undefined) return false
  return callsOf(method).some(({ path: template, params }) => {
    if (params && !/\$\{|\*$/.test(path)) return params.safeParse(matchPath(template, path)).success
    const parts = template.split('/')
    const filled = path.split('/').map((part, at) => {
      if (!part.includes('${')) return part
      return `${parts[at] ?? ''}${part.endsWith('*') ? '*' : ''}`
    })
    return canMatch(template, filled.join('/'))
  })
}
