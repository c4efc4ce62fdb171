import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CliError, EXIT, fileProblem } from '../../cli-error.ts'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import { SCENARIO_SCHEMA, STARTER } from '../../places.ts'

export interface InitResult {
  readonly files: readonly string[]
  readonly run: string
}

/**
 * Writes a first scenario, the schema that editors check it with, and a workflow for GitHub Actions into a repository.
 * @throws {CliError} if one of the files already exists, or if the folder cannot be written. Nothing is written if one
 * exists.
 */
export async function initScenarios(folder: string): Promise<InitResult> {
  const scenario = join(folder, 'scenarios/first-turns.yaml')
  const schema = join(folder, 'scenarios/scenario.schema.json')
  const workflow = join(folder, '.github/workflows/inkling.yml')
  const files = [scenario, schema, workflow]
  const existing = files.find((file) => existsSync(file))
  if (existing !== undefined) {
    throw new CliError(EXIT.usage, `${existing} already exists. Remove it, or choose another folder.`)
  }
  try {
    for (const file of files) await mkdir(dirname(file), { recursive: true })
    const text = await readFile(join(STARTER, 'first-turns.yaml'), 'utf8')
    await writeFile(
      scenario,
      text.replace('$schema=../', () => '$schema=./'),
    )
    await copyFile(SCENARIO_SCHEMA, schema)
    await copyFile(join(STARTER, 'inkling.yml'), workflow)
  } catch (error) {
    throw fileProblem(`${resolve(folder)} cannot be written`, error, 'choose another folder')
  }
  return { files, run: `${invocation()} ${commandLine(['scenario', 'run', join(folder, 'scenarios')])}` }
}
