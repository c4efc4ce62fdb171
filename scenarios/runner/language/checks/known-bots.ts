import { didYouMean } from '../../../text/nearest.ts'
import type { ParsedScenario } from '../files/parse.ts'
import type { Path, Problem } from '../files/source.ts'
import { blocksOf, botsIn, type Step } from '../steps.ts'

/** Reports steps that name a bot which no file of the scenario defines. */
export function unknownBots({ scenario, source }: ParsedScenario, known: readonly string[]): Problem[] {
  const problems: Problem[] = []
  const checkNames = (value: unknown, path: Path): void => {
    const names = Array.isArray(value) ? value : [value]
    for (const [at, name] of names.entries()) {
      if (typeof name !== 'string' || name.includes('${') || known.includes(name)) continue
      const position = source.positionOf(Array.isArray(value) ? [...path, at] : path)
      const hint =
        didYouMean(name, known) ||
        (known.length > 0 ? `: the bots are ${known.join(', ')}` : ': name it under bots')
      problems.push({ file: source.file, ...position, message: `there is no bot '${name}'${hint}` })
    }
  }
  const checkSteps = (steps: readonly Step[], base: Path): void => {
    for (const [at, step] of steps.entries()) {
      for (const { path, names } of botsIn(step)) checkNames(names, [...base, at, ...path])
      for (const { key, steps: inner } of blocksOf(step)) checkSteps(inner, [...base, at, key])
    }
  }
  checkSteps(scenario.steps, ['steps'])
  return problems
}
