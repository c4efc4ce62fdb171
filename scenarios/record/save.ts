import { existsSync } from 'node:fs'
import { access, constants, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { schemaLine } from '../runner/language/files/schema-line.ts'
import { scenarioText } from '../runner/language/files/write.ts'
import { writePrivate } from './private-file.ts'
import type { Recording } from './recorder.ts'

/** The folder of a scenario's drawings, relative to the scenario: not hidden, and a name that fits into `${asset.NAME}`. */
export const assetFolder = (file: string): string =>
  `${basename(file)
    .replace(/^\.+|\.ya?ml$/g, '')
    .replaceAll(/[${}]/g, '_')}.assets`

/** The file of the world of a server during a recording. */
export const worldDraft = (file: string): string =>
  join(dirname(file), `.${assetFolder(file)}.${process.pid}.tmp`)

/** The file or folder that a recording would overwrite; null if there is none. */
export async function existingFile(file: string): Promise<string | null> {
  for (const path of [file, join(dirname(file), assetFolder(file))]) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

/**
 * Creates the folder of a scenario, so that a recording is not lost at its end.
 * @throws if it cannot be created or written.
 */
export async function prepareFolder(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await access(dirname(file), constants.W_OK)
}

/**
 * Writes a scenario and its drawings, readable only by their owner: they contain what players wrote and drew.
 * @param schema path of the JSON Schema, for the first line of the file.
 */
export async function saveRecording(
  file: string,
  { scenario, assets }: Recording,
  schema: string,
): Promise<void> {
  const folder = dirname(file)
  await mkdir(assets.size > 0 ? join(folder, assetFolder(file)) : folder, { recursive: true })
  for (const [name, bytes] of assets) await writePrivate(join(folder, name), bytes)
  const text = scenarioText(scenario, ['Recorded by `inkling scenario record`.'])
  await writePrivate(file, withSchemaLine(file, text, schema))
}

/**
 * Writes the text of a scenario, readable only by its owner, below a line that tells editors its schema. Never replaces
 * another file.
 * @returns its path: `NAME-2.yaml` if `NAME.yaml` is a different file, and so on.
 */
export async function writeScenario(file: string, text: string, schema: string): Promise<string> {
  const content = withSchemaLine(file, text, schema)
  let path = file
  for (let n = 2; await isOther(path, content); n++) path = file.replace(/\.yaml$/, `-${n}.yaml`)
  await writePrivate(path, content)
  return path
}

function withSchemaLine(file: string, text: string, schema: string): string {
  const line = schemaLine(file, schema)
  return line === null ? text : `# ${line}\n${text}`
}

/** Whether there is something else, which may be a folder. */
const isOther = async (path: string, content: string): Promise<boolean> =>
  existsSync(path) && (await readFile(path, 'utf8').catch(() => null)) !== content
