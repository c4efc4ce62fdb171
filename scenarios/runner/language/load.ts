import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blocksOf } from './blocks.ts'
import { checkSteps } from './check-steps.ts'
import { unknownBots } from './known-bots.ts'
import type { Step } from './language.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { parseScenario } from './parse.ts'
import { type Path, ScenarioFileError } from './source.ts'

export type ReadText = (file: string) => Promise<string>

/**
 * Reads a scenario file and its includes.
 * @throws {ScenarioFileError} for a file that is missing or invalid.
 */
export async function loadScenario(file: string, read: ReadText = readText): Promise<LoadedScenario> {
  const loaded = await load(file, read, [])
  const known = Object.keys(loaded.bots)
  const problems = [...everyFile(loaded).flatMap((each) => unknownBots(each, known)), ...checkSteps(loaded)]
  if (problems.length > 0) throw new ScenarioFileError(problems)
  return loaded
}

async function load(file: string, read: ReadText, within: readonly string[]): Promise<LoadedScenario> {
  const wholeText = await textOf(file, read)
  const parsed = parseScenario(wholeText, file)
  const { scenario, source } = parsed
  const assets = await assetsOf(wholeText, file)
  const includes = new Map<string, LoadedScenario>()
  for (const { path, include } of includesOf(scenario.steps, ['steps'])) {
    const place = join(dirname(file), include)
    const fail = (message: string): never => {
      throw new ScenarioFileError([{ file, ...source.positionOf([...path, 'include']), message }])
    }
    if ([...within, file].includes(place)) fail(`'${include}' includes itself`)
    const text = await read(place).catch((error) => fail(unreadable(include, error)))
    includes.set(
      include,
      await load(place, async (other) => (other === place ? text : read(other)), [...within, file]),
    )
  }
  const included = [...includes.values()].map(({ bots }) => bots)
  const all = new Map([...[...includes.values()].flatMap((each) => [...each.assets]), ...assets])
  return { ...parsed, includes, assets: all, bots: Object.assign({}, ...included, scenario.bots) }
}

/** @throws {ScenarioFileError} for a missing file, at the position that names it. */
async function assetsOf(text: string, file: string): Promise<Map<string, string>> {
  const assets = new Map<string, string>()
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/\$\{asset\.([^}]+)\}/g)) {
    if (assets.has(name)) continue
    try {
      assets.set(name, await readFile(join(dirname(file), name), 'base64'))
    } catch (error) {
      const before = text.slice(0, index).split('\n')
      const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
      const message = `${unreadable(name, error)} for ${whole}`
      throw new ScenarioFileError([{ file, ...place, message }])
    }
  }
  return assets
}

const unreadable = (name: string, error: unknown): string => {
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
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing ? 'there is no such file: correct its name' : String(error)
    throw new ScenarioFileError([{ file, line: 1, column: 1, message: reason }])
  }
}

const readText: ReadText = (file) => readFile(file, 'utf8')
