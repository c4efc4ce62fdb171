import { ERROR_STATUS } from '@inkling/mock-server/contract/table/error-codes'
import { FAULT_METHODS, faultableCalls, isReachable, socketProblem } from '@inkling/mock-server/fault-reach'
import { didYouMean, oneOf } from '../../../text/nearest.ts'
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
  if (method !== undefined && !FAULT_METHODS.includes(method))
    add(['match', 'method'], `no call has the method '${match.method}'${oneOf(method, FAULT_METHODS)}`)
  else if (match.path !== undefined && socketProblem(match.path) !== null)
    add(['match', 'path'], `${socketProblem(match.path)}`)
  else if (match.path !== undefined && !isReachable(match.path, method, isVariable)) {
    const paths = faultableCalls(method).map(({ path }) => path.replace(/\{.*/, '*'))
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

const isVariable = (part: string): boolean => part.includes('${')
