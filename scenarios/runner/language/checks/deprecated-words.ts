import type { ParsedScenario } from '../files/parse.ts'
import type { Path, Problem } from '../files/source.ts'
import { blocksOf, type Step } from '../steps.ts'
import { isMatcher } from '../values/matchers.ts'
import { expectedParts } from './expected-parts.ts'

/** Words that files may still contain, each with the word to use instead. */
export function deprecatedWords({ scenario, source }: ParsedScenario): Problem[] {
  const found: Problem[] = []
  const report = (path: Path, word: string, instead: string) => {
    const message = `'${word}' is deprecated here: use '${instead}'`
    found.push({ file: source.file, ...source.positionOfKey(path, word), message })
  }
  const inMatchers = (value: unknown, path: Path): void => {
    if (typeof value !== 'object' || value === null) return
    if (isMatcher(value) && value.regex !== undefined) report(path, 'regex', 'matches')
    for (const [key, inner] of Object.entries(value))
      inMatchers(inner, [...path, Array.isArray(value) ? Number(key) : key])
  }
  const inStep = (step: Step, path: Path): void => {
    if ('wait-until' in step) {
      if (step.within !== undefined) report(path, 'within', 'until-within')
      inStep(step['wait-until'], [...path, 'wait-until'])
    } else if (('bot' in step || 'admin' in step || 'http' in step) && step.within !== undefined)
      report(path, 'within', 'timeout')
    if (('repeat' in step || 'for-each' in step) && step.as !== undefined) report(path, 'as', 'var')
    if ('expect' in step && step.expect && !('parallel' in step)) {
      if (expectedParts(step.expect).httpStatusKey === 'status')
        report([...path, 'expect'], 'status', 'http-status')
      inMatchers(step.expect, [...path, 'expect'])
    }
    for (const { key, steps } of blocksOf(step)) inSteps(steps, [...path, key])
  }
  const inSteps = (steps: readonly Step[], base: Path): void => {
    for (const [at, step] of steps.entries()) inStep(step, [...base, at])
  }
  inSteps(scenario.steps, ['steps'])
  return found
}
