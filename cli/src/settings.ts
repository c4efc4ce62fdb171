import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { CliError, EXIT } from './cli-error.ts'

/** What a `.inkling.json` of a project or a user may say. */
const configFile = z.strictObject({
  target: z.optional(z.string()),
  targets: z.optional(
    z.record(
      z.string(),
      z.strictObject({ url: z.string(), adminKey: z.optional(z.string()), writes: z.optional(z.boolean()) }),
    ),
  ),
  output: z.optional(z.enum(['text', 'json', 'jsonl'])),
  timeout: z.optional(z.number()),
})
type ConfigFile = z.infer<typeof configFile>

/** Options that every command takes, as commander hands them over. */
export interface GlobalOptions {
  target?: string
  adminKey?: string
  seed?: string
  output?: string
  timeout?: string
  color?: boolean
}

/** Where a value came from. */
export type Source = 'flag' | 'environment' | 'project' | 'user' | 'default'
export interface Setting<T> {
  readonly value: T
  readonly source: Source
}

export interface Settings {
  readonly target: Setting<string>
  readonly url: string
  readonly adminKey: Setting<string | undefined>
  readonly seed: Setting<string | undefined>
  readonly output: Setting<'text' | 'json' | 'jsonl'>
  /** Milliseconds that a call may take. */
  readonly timeoutMs: number
  readonly color: boolean
}

export const DEFAULT_TARGET = 'http://localhost:4000'

/** Reads every setting by its precedence: flag, `INKLING_*`, project file, user file, default (design.md, Toolkit). */
export function readSettings(
  flags: GlobalOptions,
  env: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): Settings {
  const files = { project: readConfig(join(folder, '.inkling.json')), user: readConfig(userConfigPath(env)) }
  const pick = <T>(
    name: string,
    flag: T | undefined,
    ofFile: (file: ConfigFile) => T | undefined,
    fallback: T,
  ): Setting<T> => {
    if (flag !== undefined) return { value: flag, source: 'flag' }
    const fromEnv = env[`INKLING_${name}`]
    if (fromEnv !== undefined) return { value: fromEnv as T, source: 'environment' }
    for (const source of ['project', 'user'] as const) {
      const value = ofFile(files[source])
      if (value !== undefined) return { value, source }
    }
    return { value: fallback, source: 'default' }
  }
  const target = pick('TARGET', flags.target, (file) => file.target, DEFAULT_TARGET)
  const targets = { ...files.user.targets, ...files.project.targets }
  const known = targets[target.value]
  const output = pick('OUTPUT', flags.output, (file) => file.output, 'text')
  if (!['text', 'json', 'jsonl'].includes(output.value)) {
    throw new CliError(EXIT.usage, `'${output.value}' is no output format: use text, json or jsonl.`)
  }
  const timeout = pick('TIMEOUT', flags.timeout, (file) => file.timeout?.toString(), '30')
  const seconds = Number(timeout.value)
  if (!(seconds > 0))
    throw new CliError(EXIT.usage, `--timeout '${timeout.value}' is no number of seconds above 0.`)
  return {
    target,
    url: known?.url ?? urlOf(target.value, Object.keys(targets)),
    adminKey: pick<string | undefined>('ADMIN_KEY', flags.adminKey, () => known?.adminKey, undefined),
    seed: pick<string | undefined>('SEED', flags.seed, () => undefined, undefined),
    output: output as Settings['output'],
    timeoutMs: seconds * 1000,
    color:
      flags.color !== false &&
      env.NO_COLOR === undefined &&
      env.TERM !== 'dumb' &&
      process.stdout.isTTY === true,
  }
}

function urlOf(target: string, known: string[]): string {
  if (/^https?:\/\//.test(target) && URL.canParse(target)) return target.replace(/\/+$/, '')
  const names = known.length > 0 ? `one of ${known.join(', ')}` : 'a name from .inkling.json'
  throw new CliError(
    EXIT.usage,
    `there is no target '${target}': give a URL such as ${DEFAULT_TARGET}, or ${names}.`,
  )
}

const userConfigPath = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'inkling', 'config.json')

function readConfig(path: string): ConfigFile {
  if (!existsSync(path)) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new CliError(
      EXIT.unreadable,
      `${resolve(path)} is no JSON: ${error instanceof Error ? error.message : error}. Mend or remove it.`,
    )
  }
  const result = configFile.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new CliError(
    EXIT.unreadable,
    `${resolve(path)}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}. Mend or remove it.`,
  )
}
