import type { Scenario } from './language/language.ts'
import type { Timings } from './reports/report.ts'

/** The thresholds that a run did not meet, each as a sentence. */
export function brokenThresholds(thresholds: Scenario['thresholds'], timings: Timings): string[] {
  return Object.entries(thresholds ?? {}).flatMap(([name, limit]) => {
    const value = name === 'errors' ? timings.errors : timings[name.slice('http.'.length) as 'p50']
    const [, sign = '<=', amount = '0', unit = ''] =
      /^(<=?|>=?)? ?(\d+(?:\.\d+)?)(ms|s)?$/.exec(String(limit)) ?? []
    const bound = Number(amount) * (unit === 's' ? 1000 : 1)
    const holds = { '<': value < bound, '<=': value <= bound, '>': value > bound, '>=': value >= bound }[sign]
    if (holds) return []
    return [`${name} is ${Math.round(value * 10) / 10}${unit && 'ms'}, which is not ${sign} ${amount}${unit}`]
  })
}
