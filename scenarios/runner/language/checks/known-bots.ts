import { didYouMean } from '../../../text/nearest.ts'
import type { ParsedScenario } from '../files/parse.ts'
import type { Problem } from '../files/source.ts'
import { botsIn, stepsIn } from '../steps.ts'

/** Reports steps that name a bot which no file of the scenario defines. */
export function unknownBots({ scenario, source }: ParsedScenario, known: readonly string[]): Problem[] {
  const hint = known.length > 0 ? `: the bots are ${known.join(', ')}` : ': name it under bots'
  const named = stepsIn(scenario.steps).flatMap(({ path, step }) =>
    botsIn(step).flatMap(({ path: inner, names }) => {
      const place = [...path, ...inner]
      if (!Array.isArray(names)) return [{ name: names, place }]
      return names.map((name, at) => ({ name, place: [...place, at] }))
    }),
  )
  const unknown = named.filter(({ name }) => !name.includes('${') && !known.includes(name))
  return unknown.map(({ name, place }) =>
    source.problem(place, `there is no bot '${name}'${didYouMean(name, known) || hint}`),
  )
}
