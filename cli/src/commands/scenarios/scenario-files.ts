import { existsSync, readdirSync, statSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
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
  readonly replacesWorld: boolean
}

/**
 * Reads scenario files, all files in folders, and shipped scenarios by name.
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

/** The error with every problem of files. */
export const unreadable = (broken: readonly BrokenFile[]): CliError =>
  Object.assign(new CliError(EXIT.unreadable, broken.map(({ error }) => error.message).join('\n')), {
    problems: broken.flatMap(({ error }) => error.problems),
  })

/**
 * Reads the same files, with those that are not valid among the others. In folders inside a folder, files without steps
 * and files that other scenarios include are left out.
 */
export async function readScenarios(places: readonly string[]): Promise<(LoadedScenario | BrokenFile)[]> {
  const read: { each: LoadedScenario | BrokenFile; isNested: boolean }[] = []
  for (const { file, isNested } of (await Promise.all(places.map(filesAt))).flat()) {
    if (isNested && !(await hasSteps(file))) continue
    try {
      read.push({ each: await loadScenario(file), isNested })
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error
      read.push({ each: { file, error }, isNested })
    }
  }
  const included = new Set(read.flatMap(({ each }) => (isBroken(each) ? [] : includedFiles(each))))
  return read.flatMap(({ each, isNested }) =>
    isNested && included.has(resolve(sourceFile(each))) ? [] : [each],
  )
}

const includedFiles = ({ includes }: LoadedScenario): string[] =>
  [...includes.values()].flatMap((each) => [resolve(each.source.file), ...includedFiles(each)])

/** Load files, for example, have none. A file that cannot be read is reported as such. */
const hasSteps = async (file: string): Promise<boolean> =>
  /^["']?steps["']?\s*:|[{,]\s*["']?steps["']?\s*:/m.test(await readFile(file, 'utf8').catch(() => 'steps:'))

export async function validateScenarios(files: readonly string[]): Promise<ScenarioSummary[]> {
  return (await loadScenarios(files)).map(summaryOf)
}

/**
 * Lists scenario files.
 * @param places files and folders; by default the folder `scenarios` here, or the shipped scenarios if it has none
 */
export async function listScenarios(places: readonly string[]): Promise<ScenarioSummary[]> {
  if (places.length > 0) return validateScenarios(places)
  return (await hasOwnFolder()) ? validateScenarios([OWN_FOLDER]) : listShippedScenarios()
}

/** The scenarios shipped with the command, under the names that `scenario run` accepts. */
export async function listShippedScenarios(): Promise<ScenarioSummary[]> {
  const summaries = await validateScenarios([SCENARIOS])
  return summaries.map((each) => ({ ...each, file: basename(each.file, '.yaml') }))
}

interface FoundFile {
  readonly file: string
  /** Whether it is in a folder inside the given one. */
  readonly isNested: boolean
}

async function filesAt(place: string): Promise<FoundFile[]> {
  const stats = await stat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw readingProblem(place, error)
  })
  if (!stats) return [{ file: shippedFile(place), isNested: false }]
  if (!stats.isDirectory()) return [{ file: place, isNested: false }]
  const [, ...nested] = foldersIn([place])
  const filesOf = async (folder: string) => (await namesIn(folder)).map((name) => join(folder, name))
  const found = [
    ...(await filesOf(place)).map((file) => ({ file, isNested: false })),
    ...(await Promise.all(nested.map(filesOf))).flat().map((file) => ({ file, isNested: true })),
  ]
  if (found.length === 0) {
    throw new CliError(EXIT.usage, `there is no scenario file in the folder ${place}. Choose another one.`)
  }
  return found
}

/** Folders inside a folder that have no scenarios of their own: packages, and parts that scenarios include. */
const NOT_SEARCHED = ['node_modules', 'lib']

/** The folders among places, each with the folders inside it, except hidden ones, packages and `lib`. */
export function foldersIn(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return []
    const inner = readdirSync(place, { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_SEARCHED.includes(entry.name),
      )
      .map(({ name }) => join(place, name))
      .sort()
    return [place, ...foldersIn(inner)]
  })
}

/** The names of the scenario files directly in a folder. */
async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw readingProblem(folder, error)
  })
  return files.filter((name) => /\.ya?ml$/.test(name)).sort()
}

/** The folder of a project's own scenarios, if there are any in it. */
export const OWN_FOLDER = 'scenarios'
export const hasOwnFolder = async (): Promise<boolean> =>
  existsSync(OWN_FOLDER) && (await namesIn(OWN_FOLDER)).length > 0

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
  replacesWorld: replacesWorld(loaded),
})
