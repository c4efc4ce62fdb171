import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoadedScenario, loadScenario } from '@inkling/scenarios/runner/load'
import { ScenarioFileError } from '@inkling/scenarios/runner/source'
import { CliError, EXIT } from '../cli-error.ts'

export interface ScenarioSummary {
  readonly file: string
  readonly name: string
  readonly bots: number
  readonly steps: number
}

/** Reads scenario files; all that is wrong with any of them is told at once. */
export async function loadScenarios(files: readonly string[]): Promise<LoadedScenario[]> {
  const loaded: LoadedScenario[] = []
  const problems: string[] = []
  for (const file of files) {
    try {
      loaded.push(await loadScenario(file))
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length > 0) throw new CliError(EXIT.unreadable, problems.join('\n'))
  return loaded
}

export async function validateScenarios(files: readonly string[]): Promise<ScenarioSummary[]> {
  return (await loadScenarios(files)).map(summaryOf)
}

export async function listScenarios(places: readonly string[]): Promise<ScenarioSummary[]> {
  const files = await Promise.all((places.length > 0 ? places : ['scenarios']).map(filesAt))
  return validateScenarios(files.flat())
}

async function filesAt(place: string): Promise<string[]> {
  const stats = await stat(place).catch(() => {
    throw new CliError(
      EXIT.usage,
      `there is no ${place} here: name a scenario file, or a folder that holds some.`,
    )
  })
  if (!stats.isDirectory()) return [place]
  const names = await readdir(place)
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(place, name))
}

const summaryOf = ({ scenario, source, bots }: LoadedScenario): ScenarioSummary => ({
  file: source.file,
  name: scenario.name,
  bots: Object.keys(bots).length,
  steps: scenario.steps.length,
})
