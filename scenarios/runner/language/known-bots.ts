import { type StepWord, stepWord } from './language.ts'
import { didYouMean } from './nearest.ts'
import type { ParsedScenario } from './parse.ts'
import type { Path, Problem } from './source.ts'

/** Steps whose `as` names a bot. In other steps it names a variable. */
const TAKES_A_BOT: readonly StepWord[] = ['admin', 'http', 'stage', 'socket']

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
  const checkSteps = (value: unknown, path: Path): void => {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) checkSteps(item, [...path, at])
      return
    }
    if (typeof value !== 'object' || value === null) return
    const word = stepWord(value)
    for (const [key, inner] of Object.entries(value)) {
      const names = key === 'bot' || key === 'barrier' || (key === 'as' && word && TAKES_A_BOT.includes(word))
      if (names) checkNames(inner, [...path, key])
      else if (['parallel', 'steps', 'else', 'wait-until'].includes(key)) checkSteps(inner, [...path, key])
    }
  }
  checkSteps(scenario.steps, ['steps'])
  return problems
}
