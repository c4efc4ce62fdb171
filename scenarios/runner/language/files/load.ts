import { readdir, readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { world } from '@inkling/mock-server/contract/schemas/control'
import { documentOf } from '@inkling/mock-server/contract/world-lines'
import { oneOf } from '../../../text/nearest.ts'
import { SHIPPED_LIBRARY } from '../../shipped-library.ts'
import { checkSteps } from '../checks/check-steps.ts'
import { unknownBots } from '../checks/known-bots.ts'
import { stepsIn } from '../steps.ts'
import { expressionsIn } from '../values/variables.ts'
import { Boundary, besideScenario, OutsideError } from './boundary.ts'
import { oncePerCause } from './file-error.ts'
import type { LoadedScenario, World } from './loaded-scenario.ts'
import { type ParsedScenario, parseValidPart } from './parse.ts'
import { type Path, type Problem, ScenarioFileError, Source } from './source.ts'
import { tableOf } from './table.ts'
import { textOfFile } from './text-file.ts'

export type ReadText = (file: string) => Promise<string>

/** Before the path of a shipped file, in an include. */
const SHIPPED = 'inkling:'

/**
 * Reads a scenario file and its includes.
 * @throws {ScenarioFileError} for a file that is missing or invalid, with the problems of all files.
 */
export async function loadScenario(file: string, read?: ReadText): Promise<LoadedScenario> {
  const boundary = new Boundary(file)
  const tree: Tree = {
    boundary,
    read: read ?? readInside(boundary),
    readBeside: read ? (at, name) => read(join(dirname(at), name)) : readBeside,
    count: { includes: 0 },
    problems: [],
    unsure: [],
    isMissingFile: false,
  }
  const loaded = await load(file, read ?? readText, [], tree)
  const known = Object.keys(loaded.bots)
  const problems = oncePerCause([
    ...tree.problems,
    ...(tree.isMissingFile ? [] : everyFile(loaded).flatMap((each) => unknownBots(each, known))),
    ...checkSteps(loaded, tree.isMissingFile ? 'all' : tree.unsure),
  ])
  if (problems.length > 0) throw new ScenarioFileError(problems)
  return loaded
}

const readInside =
  (boundary: Boundary): ReadText =>
  async (place) =>
    textOfFile(await readFile(await boundary.inside(place)), place)

async function readBeside(scenario: string, name: string): Promise<string> {
  return textOfFile(await readFile(await besideScenario(scenario, name)), join(dirname(scenario), name))
}

/** A loop of includes in several files could grow without end. */
const MAX_INCLUDES = 500

/** The files of one scenario, and what was found in them. */
interface Tree {
  readonly boundary: Boundary
  /** Reads an include. */
  readonly read: ReadText
  /** Reads a table or a world, which the scenario names. */
  readonly readBeside: (scenario: string, name: string) => Promise<string>
  readonly count: { includes: number }
  readonly problems: Problem[]
  /** Variables that may be set by what is invalid. */
  readonly unsure: string[]
  /** Whether an include is missing, whose bots and variables are not known. */
  isMissingFile: boolean
}

/** Why a file cannot be included. */
class IncludeError extends Error {}

async function load(
  file: string,
  read: ReadText,
  within: readonly string[],
  tree: Tree,
): Promise<LoadedScenario> {
  const wholeText = await textOf(file, read)
  const { scenario, source, problems, unsure } = parseValidPart(wholeText, file)
  tree.problems.push(...problems)
  tree.unsure.push(...unsure)
  const parsed = { scenario, source }
  const assets = await assetsOf(source, tree)
  const tables = await tablesOf(parsed, tree)
  const startingWorld = await worldOf(parsed, tree)
  const includes = new Map<string, LoadedScenario>()
  for (const { path, step } of stepsIn(scenario.steps)) {
    if (!('include' in step)) continue
    const { include } = step
    const isShipped = include.startsWith(SHIPPED)
    const place = isShipped
      ? join(SHIPPED_LIBRARY, include.slice(SHIPPED.length))
      : join(dirname(file), include)
    if (++tree.count.includes > MAX_INCLUDES) {
      const message = `this scenario has more than ${MAX_INCLUDES} includes, counted through all files: include fewer`
      throw new ScenarioFileError([source.problem([...path, 'include'], message)])
    }
    try {
      if ([...within, file].includes(place)) throw new IncludeError(`'${include}' includes itself`)
      if (isAbsolute(include))
        throw new IncludeError(`'${include}' is an absolute path: name the file relative to this one`)
      if (isShipped && include.includes('..')) throw new IncludeError(await notShipped(include))
      const reading = place.startsWith(SHIPPED_LIBRARY)
        ? readInside(new Boundary(join(SHIPPED_LIBRARY, 'first-day.yaml')))
        : tree.read
      const text = await reading(place).catch(async (error) => {
        throw new IncludeError(isShipped ? await notShipped(include) : unreadable(include, error))
      })
      const problem = notAScenario(text, place)
      if (problem !== null) throw new IncludeError(`'${include}' is not a scenario file: ${problem}`)
      includes.set(include, await load(place, async () => text, [...within, file], tree))
    } catch (error) {
      if (!(error instanceof IncludeError)) throw error
      tree.isMissingFile = true
      tree.problems.push(source.problem([...path, 'include'], error.message))
    }
  }
  const included = [...includes.values()]
  return {
    ...parsed,
    includes,
    tables,
    world: startingWorld,
    assets: new Map([...included.flatMap((each) => [...each.assets]), ...assets]),
    bots: Object.assign({}, ...included.map(({ bots }) => bots), scenario.bots),
  }
}

/** Why there is no such shipped file. */
async function notShipped(include: string): Promise<string> {
  const files = (await readdir(join(SHIPPED_LIBRARY, 'lib'))).filter((name) => name.endsWith('.yaml'))
  const names = files.map((name) => `${SHIPPED}lib/${name}`)
  return `there is no shipped file '${include}'${oneOf(include, names)}`
}

/** The world of `config.world`; null if there is none. Reports one that cannot be read. */
async function worldOf({ scenario, source }: ParsedScenario, tree: Tree): Promise<World | null> {
  const name = scenario.config?.world
  if (name === undefined) return null
  const report = (message: string) => {
    tree.problems.push(source.problem(['config', 'world'], message))
    return null
  }
  try {
    const result = world.safeParse(documentOf(await tree.readBeside(source.file, name)))
    return result.success ? result.data : report(`'${name}' is not a saved world`)
  } catch (error) {
    return report(error instanceof SyntaxError ? `'${name}' is not JSON` : unreadable(name, error))
  }
}

/** The tables of `for-each`, by name. Reports those that cannot be read. */
async function tablesOf(
  { scenario, source }: ParsedScenario,
  tree: Tree,
): Promise<Map<string, readonly unknown[]>> {
  const tables = new Map<string, readonly unknown[]>()
  for (const { path, step } of stepsIn(scenario.steps)) {
    const given = 'for-each' in step ? step['for-each'] : null
    if (typeof given !== 'object' || given === null || Array.isArray(given)) continue
    const { table } = given
    try {
      tables.set(table, tableOf(await tree.readBeside(source.file, table), table))
    } catch (error) {
      const message = error instanceof ScenarioFileError ? error.message : unreadable(table, error)
      tree.problems.push(source.problem([...path, 'for-each', 'table'], message))
    }
  }
  return tables
}

/** The files that a scenario uses as `${asset.NAME}`. Reports those that cannot be read, at the text that names them. */
async function assetsOf(source: Source, tree: Tree): Promise<Map<string, string>> {
  const { file } = source
  const assets = new Map<string, string>()
  for (const { path, text } of textsIn(source.value)) {
    for (const expression of expressionsIn(text)) {
      const [, name] = /^asset\.(.+)$/.exec(expression.trim()) ?? []
      if (name === undefined || assets.has(name)) continue
      try {
        assets.set(name, await readFile(await besideScenario(file, name), 'base64'))
      } catch (error) {
        const message = `$\{${expression}}: ${unreadable(name, error)}`
        tree.problems.push(source.problem(path, message))
      }
    }
  }
  return assets
}

/** The texts at any depth. */
function textsIn(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, inner]) => textsIn(inner, [...path, key]))
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
