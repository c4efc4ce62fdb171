import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { loadScenario } from '@inkling/scenarios/runner/language/files/load'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { ScenarioFileError } from '@inkling/scenarios/runner/language/files/source'
import { blocksOf, isForEverybody, type Step } from '@inkling/scenarios/runner/language/steps'
import { CliError, EXIT, readingProblem } from '../../cli-error.ts'
import { SCENARIOS } from '../../places.ts'

export interface ScenarioSummary {
  readonly file: string
  readonly name: string
  readonly bots: number
  readonly steps: number
  readonly tags: readonly string[]
  /** Deprecated words, each with its place and the word to use instead. */
  readonly warnings: readonly string[]
  /** Whether a step resets or restores the world. */
  readonly replacesWorld: boolean
}

/**
 * Reads scenario files, all files directly in folders, and shipped scenarios by name.
 * @throws {CliError} with every problem of every file.
 */
export async function loadScenarios(places: readonly string[]): Promise<LoadedScenario[]> {
  const read = await readScenarios(places)
  const broken = read.filter(isBroken)
  if (broken.length > 0) throw unreadable(broken)
  return read.filter((each): each is LoadedScenario => !isBroken(each))
}

/** A file that is not a valid scenario. */
export interface BrokenFile {
  readonly file: string
  readonly error: ScenarioFileError
}

/** The path of a scenario file as it was given. */
export const sourceFile = (read: LoadedScenario | BrokenFile): string =>
  isBroken(read) ? read.file : read.source.file

export const isBroken = (read: LoadedScenario | BrokenFile): read is BrokenFile => 'error' in read

/** The deprecated words of a scenario, each with its place. */
export const warningsOf = ({ warnings }: LoadedScenario): string[] =>
  warnings.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)

/** The error with every problem of files. */
export const unreadable = (broken: readonly BrokenFile[]): CliError =>
  new CliError(EXIT.unreadable, broken.map(({ error }) => error.message).join('\n'))

/** Reads the same files, with those that are not valid among the others. */
export async function readScenarios(places: readonly string[]): Promise<(LoadedScenario | BrokenFile)[]> {
  const read: (LoadedScenario | BrokenFile)[] = []
  for (const file of (await Promise.all(places.map(filesAt))).flat()) {
    try {
      read.push(await loadScenario(file))
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error
      read.push({ file, error })
    }
  }
  return read
}

export async function validateScenarios(files: readonly string[]): Promise<ScenarioSummary[]> {
  return (await loadScenarios(files)).map(summaryOf)
}

/**
 * Lists scenario files.
 * @param places files and folders; by default the folder `scenarios` here, or the shipped scenarios if it has none
 */
export async function listScenarios(places: readonly string[]): Promise<ScenarioSummary[]> {
  if (places.length > 0) return validateScenarios(places)
  const hasOwn = existsSync('scenarios') && (await namesIn('scenarios')).length > 0
  return hasOwn ? validateScenarios(['scenarios']) : listShippedScenarios()
}

/** The scenarios shipped with the command, under the names that `scenario run` accepts. */
export async function listShippedScenarios(): Promise<ScenarioSummary[]> {
  const summaries = await validateScenarios([SCENARIOS])
  return summaries.map((each) => ({ ...each, file: basename(each.file, '.yaml') }))
}

async function filesAt(place: string): Promise<string[]> {
  const stats = await stat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw readingProblem(place, error)
  })
  if (!stats) return [shippedFile(place)]
  if (!stats.isDirectory()) return [place]
  const names = await namesIn(place)
  if (names.length === 0) {
    throw new CliError(EXIT.usage, `there is no scenario file in the folder ${place}. Choose another one.`)
  }
  return names.map((name) => join(place, name))
}

/** The names of the scenario files directly in a folder. */
async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw readingProblem(folder, error)
  })
  return files.filter((name) => /\.ya?ml$/.test(name)).sort()
}

/** The file of a shipped scenario. */
function shippedFile(name: string): string {
  const file = join(SCENARIOS, `${name}.yaml`)
  if (/^[\w-]+$/.test(name) && existsSync(file)) return file
  throw new CliError(
    EXIT.usage,
    `${name} does not exist. Name a scenario file, a folder with scenario files, or a shipped scenario (\`inkling scenario list --shipped\`).`,
  )
}

/** Whether a step of the scenario resets or restores the world. */
export function replacesWorld({ scenario, includes }: LoadedScenario): boolean {
  const isIn = (steps: readonly Step[]): boolean =>
    steps.some(
      (step) =>
        ('world' in step && (typeof step.world === 'string' || 'restore' in step.world)) ||
        blocksOf(step).some(({ steps: inner }) => isIn(inner)),
    )
  return (
    scenario.config?.world !== undefined || isIn(scenario.steps) || [...includes.values()].some(replacesWorld)
  )
}

/** Whether a scenario sets the clock, faults or the world of its server, or restarts it. */
export function changesServer({ scenario, includes }: LoadedScenario): boolean {
  const isIn = (steps: readonly Step[]): boolean =>
    steps.some((step) => isForEverybody(step) || blocksOf(step).some(({ steps: inner }) => isIn(inner)))
  return (
    scenario.config?.clock !== undefined ||
    scenario.config?.world !== undefined ||
    scenario.faults !== undefined ||
    isIn(scenario.steps) ||
    [...includes.values()].some(changesServer)
  )
}

const summaryOf = (loaded: LoadedScenario): ScenarioSummary => ({
  file: loaded.source.file,
  name: loaded.scenario.name,
  bots: Object.keys(loaded.bots).length,
  steps: loaded.scenario.steps.length,
  tags: loaded.scenario.tags ?? [],
  warnings: warningsOf(loaded),
  replacesWorld: replacesWorld(loaded),
})
