import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blocksOf } from './blocks.ts'
import { Boundary, OutsideError } from './boundary.ts'
import { checkSteps } from './check-steps.ts'
import { unknownBots } from './known-bots.ts'
import type { Step } from './language.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { parseScenario } from './parse.ts'
import { type Path, ScenarioFileError, Source } from './source.ts'
import { textOfFile } from './text-file.ts'

export type ReadText = (file: string) => Promise<string>

/**
 * Reads a scenario file and its includes.
 * @throws {ScenarioFileError} for a file that is missing or invalid.
 */
export async function loadScenario(file: string, read?: ReadText): Promise<LoadedScenario> {
  const boundary = new Boundary(file)
  const readInside: ReadText = async (place) =>
    textOfFile(await readFile(await boundary.inside(place)), place)
  const loaded = await load(file, read ?? readText, [], { boundary, read: read ?? readInside, count: 0 })
  const known = Object.keys(loaded.bots)
  const problems = [...everyFile(loaded).flatMap((each) => unknownBots(each, known)), ...checkSteps(loaded)]
  if (problems.length > 0) throw new ScenarioFileError(problems)
  return loaded
}

/** A loop of includes in several files could grow without end. */
const MAX_INCLUDES = 500

/** The includes of one scenario. */
interface Tree {
  readonly boundary: Boundary
  readonly read: ReadText
  count: number
}

async function load(
  file: string,
  read: ReadText,
  within: readonly string[],
  tree: Tree,
): Promise<LoadedScenario> {
  const wholeText = await textOf(file, read)
  const parsed = parseScenario(wholeText, file)
  const { scenario, source } = parsed
  const assets = await assetsOf(wholeText, file, tree.boundary)
  const includes = new Map<string, LoadedScenario>()
  for (const { path, include } of includesOf(scenario.steps, ['steps'])) {
    const place = join(dirname(file), include)
    const fail = (message: string): never => {
      throw new ScenarioFileError([{ file, ...source.positionOf([...path, 'include']), message }])
    }
    if ([...within, file].includes(place)) fail(`'${include}' includes itself`)
    if (++tree.count > MAX_INCLUDES)
      fail(`this scenario has more than ${MAX_INCLUDES} includes, counted through all files: include fewer`)
    const text = await tree.read(place).catch((error) => fail(unreadable(include, error)))
    const problem = notAScenario(text, place)
    if (problem !== null) fail(`'${include}' is not a scenario file: ${problem}`)
    includes.set(include, await load(place, async () => text, [...within, file], tree))
  }
  const included = [...includes.values()].map(({ bots }) => bots)
  const all = new Map([...[...includes.values()].flatMap((each) => [...each.assets]), ...assets])
  return { ...parsed, includes, assets: all, bots: Object.assign({}, ...included, scenario.bots) }
}

/** @throws {ScenarioFileError} for a missing file, at the position that names it. */
async function assetsOf(text: string, file: string, boundary: Boundary): Promise<Map<string, string>> {
  const assets = new Map<string, string>()
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/\$\{asset\.([^}]+)\}/g)) {
    if (assets.has(name)) continue
    try {
      assets.set(name, await readFile(await boundary.inside(join(dirname(file), name)), 'base64'))
    } catch (error) {
      const before = text.slice(0, index).split('\n')
      const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
      const message = `${whole}: ${unreadable(name, error)}`
      throw new ScenarioFileError([{ file, ...place, message }])
    }
  }
  return assets
}

/** Why an included file is not a scenario, or null. Shows none of its text, because it may be any file. */
function notAScenario(text: string, file: string): string | null {
  try {
    const { value } = new Source(file, text)
    const isScenario = typeof value === 'object' && value !== null && 'steps' in value
    return isScenario ? null : "it has no 'steps'"
  } catch (error) {
    if (!(error instanceof ScenarioFileError)) throw error
    const [problem] = error.problems
    return `it cannot be read as YAML (line ${problem?.line}, column ${problem?.column})`
  }
}

const unreadable = (name: string, error: unknown): string => {
  // Not where in the file, because it may be any file.
  if (error instanceof ScenarioFileError) return `'${name}': ${error.problems[0]?.message}`
  if (error instanceof OutsideError) return `'${name}' ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT'
    ? `there is no file '${name}' next to this one`
    : `'${name}' cannot be read (${code ?? message})`
}

const everyFile = (loaded: LoadedScenario): LoadedScenario[] => [
  loaded,
  ...[...loaded.includes.values()].flatMap(everyFile),
]

/** The include steps at any depth. */
function includesOf(steps: readonly Step[], base: Path): { path: Path; include: string }[] {
  return steps.flatMap((step, at) => {
    const path = [...base, at]
    if ('include' in step) return [{ path, include: step.include }]
    return blocksOf(step).flatMap(({ key, steps: inner }) => includesOf(inner, [...path, key]))
  })
}

async function textOf(file: string, read: ReadText): Promise<string> {
  try {
    return await read(file)
  } catch (error) {
    if (error instanceof ScenarioFileError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const reason =
      code === 'ENOENT'
        ? 'there is no such file: correct its name'
        : `this file cannot be read (${code ?? message}): fix its permissions, or name another one`
    throw new ScenarioFileError([{ file, line: 1, column: 1, message: reason }])
  }
}

const readText: ReadText = async (file) => textOfFile(await readFile(file), file)
