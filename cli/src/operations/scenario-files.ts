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

/**
 * Reads scenario files, and those that lie directly in folders.
 * @throws {CliError} with every problem of every file.
 */
export async function loadScenarios(places: readonly string[]): Promise<LoadedScenario[]> {
  const files = (await Promise.all(places.map(filesAt))).flat()
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

export const listScenarios = (places: readonly string[]): Promise<ScenarioSummary[]> =>
  validateScenarios(places.length > 0 ? places : ['scenarios'])

async function filesAt(place: string): Promise<string[]> {
  const stats = await stat(place).catch(() => {
    throw new CliError(
      EXIT.usage,
      `there is no ${place} here: name a scenario file, or a folder that holds some.`,
    )
  })
  if (!stats.isDirectory()) return [place]
  const names = (await readdir(place)).filter((name) => /\.ya?ml$/.test(name))
  if (names.length === 0) {
    throw new CliError(EXIT.usage, `there is no scenario file in the folder ${place}: name another one.`)
  }
  return names.sort().map((name) => join(place, name))
}

const summaryOf = ({ scenario, source, bots }: LoadedScenario): ScenarioSummary => ({
  file: source.file,
  name: scenario.name,
  bots: Object.keys(bots).length,
  steps: scenario.steps.length,
})
