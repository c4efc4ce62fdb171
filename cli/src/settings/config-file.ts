import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { homeFolder, replaceFile, xdgFolder } from '@inkling/mock-server/machine'
import { jsonOfFile } from '@inkling/scenarios/runner/language/files/json-file'
import * as z from 'zod/mini'
import { CliError, EXIT, fileProblem, readingProblem } from '../cli-error.ts'
import { TARGET_KINDS } from './target-kinds.ts'

const TEXT = 'must be text'
/** An object without other keys. zod/mini comes without messages. */
const fields = <S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has an unknown key '${issue.keys[0]}': use ${Object.keys(shape).join(', ')}`
        : 'must be an object',
  })

/** The content of a project's `.inkling.json` or a user's `config.json`. */
const configFile = fields({
  target: z.optional(z.string(TEXT)),
  targets: z.optional(
    z.record(
      z.string(),
      fields({
        url: z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' }),
        adminKey: z.optional(z.string(TEXT)),
        writes: z.optional(z.boolean('must be true or false')),
        kind: z.optional(z.enum(TARGET_KINDS, `must be one of ${TARGET_KINDS.join(', ')}`)),
      }),
      'must be an object with a target for each name',
    ),
  ),
  seed: z.optional(z.string(TEXT)),
  output: z.optional(z.enum(['text', 'json', 'jsonl'], 'must be text, json or jsonl')),
  timeout: z.optional(z.number('must be a number of seconds')),
})
export type ConfigFile = z.infer<typeof configFile>
export type Profile = NonNullable<ConfigFile['targets']>[string]

export const userConfigPath = (env: NodeJS.ProcessEnv): string =>
  join(xdgFolder(env, 'XDG_CONFIG_HOME') ?? join(homeFolder(env), '.config'), 'inkling', 'config.json')

/** Where the configuration of a project is, or would be written. */
export interface ProjectConfig {
  readonly path: string
  /** A file that ends the search because it belongs to another user, who could choose the server; null if none does. */
  readonly foreign: string | null
}

/** The nearest `.inkling.json` in a folder or its parents, up to the root of the repository. */
export function projectConfig(folder: string): ProjectConfig {
  const none = join(folder, '.inkling.json')
  for (let here = folder; ; here = dirname(here)) {
    const path = join(here, '.inkling.json')
    const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
    if (owner !== undefined) return isForeign(owner) ? { path: none, foreign: path } : { path, foreign: null }
    if (existsSync(join(here, '.git')) || dirname(here) === here) return { path: none, foreign: null }
  }
}

/** Windows reports 0 for each owner, and has no user id to compare. */
const isForeign = (owner: number): boolean => process.getuid !== undefined && owner !== process.getuid()

/** Reads the configuration of a project. That of another user counts as empty. */
export const readProjectConfig = ({ path, foreign }: ProjectConfig): ConfigFile =>
  path === foreign ? {} : readConfig(path)

/**
 * Reads a configuration; a missing file counts as empty.
 * @throws {CliError} for invalid JSON or unknown fields.
 */
export function readConfig(path: string): ConfigFile {
  if (!existsSync(path)) return {}
  let parsed: unknown
  try {
    parsed = jsonOfFile(readFileSync(path), resolve(path))
  } catch (error) {
    throw readingProblem(resolve(path), error)
  }
  const result = configFile.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.') || 'the file'
  throw new CliError(EXIT.unreadable, `${resolve(path)}: ${where} ${issue?.message}. Fix or remove it.`)
}

/** Writes a configuration, readable only by its owner because it may contain keys. */
export async function writeConfig(path: string, config: ConfigFile): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    await replaceFile(path, `${JSON.stringify(config, null, 2)}\n`)
  } catch (error) {
    throw fileProblem(
      `${path} cannot be written`,
      error,
      'free disk space or fix its permissions, or set XDG_CONFIG_HOME to another folder',
    )
  }
}
