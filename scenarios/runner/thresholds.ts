import type { Scenario } from './language/language.ts'
import { holds, parseLimit } from './language/values/limit.ts'
import type { Timings } from './reports/report.ts'

/** The thresholds that a run did not meet, each as a sentence. */
export function brokenThresholds(thresholds: Scenario['thresholds'], timings: Timings): string[] {
  return Object.entries(thresholds ?? {}).flatMap(([name, text]) => {
    const value = name === 'errors' ? timings.errors : timings[name.slice('http.'.length) as 'p50']
    const limit = parseLimit(text)
    // The fastest call is none.
    if (name !== 'errors' && timings.calls === 0) return [`${name} cannot be measured: no call was made`]
    if (holds(value, limit)) return []
    const { sign, amount, unit } = limit
    return [`${name} is ${Math.round(value * 10) / 10}${unit && 'ms'}, which is not ${sign} ${amount}${unit}`]
  })
}
