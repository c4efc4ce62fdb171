import { relative, resolve } from 'node:path'
import { isFailed } from '@inkling/scenarios/runner/reports/rerun'
import { oneOf } from '@inkling/scenarios/text/nearest'
import { CliError, EXIT } from '../../cli-error.ts'
import { failedFiles } from './failed-files.ts'
import { readReport } from './scenario-compare.ts'
import { hasOwnFolder, isBroken, OWN_FOLDER, readScenarios, sourceFile } from './scenario-files.ts'

/** Which of the given scenarios to run. */
export interface Selection {
  /** Those with one of these tags; all if there are none. */
  readonly tag: readonly string[]
  /** Those whose name or file contains this text. */
  readonly name?: string
  /** Those that failed when they last ran. */
  readonly failed?: boolean
  /** Those that failed in this JSON report. */
  readonly failedIn?: string
}

/**
 * The files of the selected scenarios. Invalid files are always among them, unless they are chosen by an earlier failure.
 * @param given as the user named them; if there are none, those that failed, or the ones of the folder `scenarios`.
 * @returns nothing if nothing failed in the report.
 * @throws {CliError} if no scenario is selected.
 */
export async function filesToRun(
  given: readonly string[],
  { tag: tags, name, failed: failedLast = false, failedIn }: Selection,
): Promise<readonly string[]> {
  const failed = failedLast || failedIn !== undefined
  const earlier = failedIn !== undefined ? await failedInReport(failedIn) : failed ? await failedFiles() : []
  if (failedIn !== undefined && earlier.length === 0) return []
  if (failed && earlier.length === 0)
    throw new CliError(EXIT.usage, 'no scenario has failed: run some without --failed.')
  const places = given.length === 0 && !failed && (await hasOwnFolder()) ? [OWN_FOLDER] : given
  if (places.length === 0 && !failed)
    throw new CliError(EXIT.usage, 'name scenario files, folders of them, or shipped scenarios.')
  if (tags.length === 0 && name === undefined && !failed) return places
  const read = await readScenarios(places.length > 0 ? places : earlier.map(fromHere))
  const text = name?.toLowerCase()
  const chosen = read.filter((each) => {
    if (failed && !earlier.includes(resolve(sourceFile(each)))) return false
    if (isBroken(each)) return true
    const { scenario, source } = each
    const hasTag = tags.length === 0 || tags.some((tag) => scenario.tags?.includes(tag))
    const isNamed = text === undefined || `${scenario.name}\n${source.file}`.toLowerCase().includes(text)
    return hasTag && isNamed
  })
  if (chosen.length > 0) return chosen.map(sourceFile)
  const known = [
    ...new Set(read.flatMap((each) => (isBroken(each) ? [] : (each.scenario.tags ?? [])))),
  ].sort()
  const missing = tags.find((tag) => !known.includes(tag))
  if (missing !== undefined && known.length > 0)
    throw new CliError(EXIT.usage, `no scenario has the tag '${missing}'${oneOf(missing, known)}`)
  throw new CliError(EXIT.usage, 'no scenario matches: choose other ones with --tag, --name or --failed.')
}

/** The files of the scenarios that failed in a JSON report. Its paths are relative to this folder. */
async function failedInReport(report: string): Promise<string[]> {
  const { runs } = await readReport(report)
  return [...new Set(runs.filter((run) => isFailed(run)).map(({ file }) => resolve(file)))]
}

/** A file below this folder by its relative path, as users name it. */
function fromHere(file: string): string {
  const path = relative('', file)
  return path.startsWith('..') ? file : path
}
