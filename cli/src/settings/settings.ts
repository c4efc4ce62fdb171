import { randomInt } from 'node:crypto'
import { announcedAdminKey } from '@inkling/mock-server/machine'
import { DURATION, MAX_WAIT, milliseconds } from '@inkling/scenarios/text/duration'
import { nearest } from '@inkling/scenarios/text/nearest'
import { CliError, EXIT } from '../cli-error.ts'
import { isCi } from './ci.ts'
import {
  type ConfigFile,
  projectConfig,
  readConfig,
  readProjectConfig,
  userConfigPath,
} from './config-file.ts'
import { type Ignored, ignoredSettings, trustedProfile, trustOf } from './project-trust.ts'
import { secretIn } from './secret-file.ts'
import type { TargetKind } from './target-kinds.ts'
import { userName } from './user-name.ts'

/** The options of every command, as parsed by commander. */
export interface GlobalOptions {
  target?: string
  adminKey?: string
  adminKeyFile?: string
  seed?: string
  output?: string
  timeout?: string
  dryRun?: boolean
  readOnly?: boolean
  yes?: boolean
  /** The target that `--yes=NAME` consents to. */
  yesFor?: string
  /** The command line without secrets. Set by the program, not by an option. */
  commandLine?: string
  color?: boolean
  interactive?: boolean
  /** False for `--no-input`. */
  input?: boolean
  verbose?: boolean
  quiet?: boolean
}

type Source = 'flag' | 'environment' | 'profile' | 'project' | 'user' | 'this machine' | 'default' | 'consent'
interface Setting<T> {
  readonly value: T
  readonly source: Source
}

export interface Settings {
  readonly target: Setting<string>
  /** Throws a CliError if there is no such target: commands that need no server run nevertheless. */
  readonly url: Setting<string>
  /** Defaults to the current key of the server if it runs on this machine. */
  readonly adminKey: Setting<string | undefined>
  /** Who uses the key, for the server's lists of admin calls and decisions. */
  readonly adminName: string
  readonly seed: Setting<string | undefined>
  readonly output: Setting<'text' | 'json' | 'jsonl'>
  readonly timeoutMs: Setting<number>
  /** Whether the target may be changed without asking, within the limits of safety/consent.ts. */
  readonly writes: Setting<boolean>
  /** Consent from the command line: for any target, or for the target of this name. */
  readonly yes: boolean | string
  /** What project files ask for and do not get, with the reason. */
  readonly ignored: readonly Ignored[]
  /** The kind in the profile; undefined if it has none. */
  readonly kind: TargetKind | undefined
  /** The command line without secrets, for the audit log. */
  readonly command: string
  readonly dryRun: boolean
  readonly readOnly: boolean
  readonly color: boolean
  readonly interactive: boolean
  readonly verbose: boolean
  readonly quiet: boolean
}

const DEFAULT_TARGET = 'http://localhost:4000'

/** The target name of a new server in this process, for scenarios. */
export const IN_PROCESS = 'in-process'

/** The target's name in questions and in the audit log: its profile's name, otherwise its host. */
export function targetName({ target, url }: Pick<Settings, 'target' | 'url'>): string {
  if (url.value === IN_PROCESS) return IN_PROCESS
  return /^https?:/.test(target.value) ? new URL(url.value).host : target.value
}

/** The seed of the settings, otherwise one at random. */
export const seedFor = ({ seed }: Pick<Settings, 'seed'>): string =>
  seed.value ?? String(randomInt(1_000_000))

/**
 * Reads every setting, in order of precedence: flag, `INKLING_*`, project file, user file, default.
 * @throws {CliError} for an invalid value or configuration file.
 */
export function readSettings(
  flags: GlobalOptions,
  env: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): Settings {
  const project = projectConfig(folder)
  const paths = { project: project.path, user: userConfigPath(env) }
  const files = { project: readProjectConfig(project), user: readConfig(paths.user) }
  const pick = (name: string, flag: string | undefined, ofFile: (file: ConfigFile) => string | undefined) => {
    if (flag !== undefined) return { value: flag, source: 'flag' } as const
    const fromEnv = env[`INKLING_${name}`]
    if (fromEnv !== undefined && fromEnv !== '') return { value: fromEnv, source: 'environment' } as const
    for (const source of ['project', 'user'] as const) {
      const value = ofFile(files[source])
      if (value !== undefined) return { value, source }
    }
    return { value: undefined, source: 'default' } as const
  }
  const or = <T>({ value, source }: { value: T | undefined; source: Source }, fallback: T): Setting<T> =>
    value === undefined ? { value: fallback, source: 'default' } : { value, source }

  const target = or(
    pick('TARGET', flags.target, (file) => file.target),
    DEFAULT_TARGET,
  )
  const profiles = { ...files.user.targets, ...files.project.targets }
  const named = profiles[target.value]
  const isOfProject =
    named === undefined ? target.source === 'project' : named === files.project.targets?.[target.value]
  const profile = isOfProject && named ? trustedProfile(named, files.user) : named
  const givenKey = pick('ADMIN_KEY', adminKeyOf(flags), () => undefined)
  const mayHaveKey = (url: string) => !isOfProject || trustOf(url, files.user).isBound
  /** Where a setting comes from, for messages; null for an option. */
  const placeOf = (name: string, source: Source) =>
    source === 'environment'
      ? `INKLING_${name}`
      : source === 'project' || source === 'user'
        ? paths[source]
        : null
  const timeout = or(
    pick('TIMEOUT', flags.timeout, (file) => file.timeout?.toString()),
    '30',
  )
  const isTerminal = process.stdout.isTTY === true && env.TERM !== 'dumb'
  return {
    target,
    get url(): Setting<string> {
      if (profile) return { value: serverUrl(profile.url) ?? profile.url, source: 'profile' }
      const place = placeOf('TARGET', target.source)
      return { value: urlOf(target.value, place, Object.keys(profiles)), source: target.source }
    },
    get adminKey(): Setting<string | undefined> {
      if (givenKey.value !== undefined && mayHaveKey(this.url.value)) return givenKey
      if (profile?.adminKey !== undefined) return { value: profile.adminKey, source: 'profile' }
      const value = announcedAdminKey(this.url.value, env)
      return { value, source: value === undefined ? 'default' : 'this machine' }
    },
    adminName: env.INKLING_ADMIN_NAME?.trim() || userName(env),
    seed: pick('SEED', flags.seed, (file) => file.seed),
    output: outputOf(
      or(
        pick('OUTPUT', flags.output, (file) => file.output),
        'text',
      ),
    ),
    timeoutMs: timeoutOf(timeout, placeOf('TIMEOUT', timeout.source)),
    writes: or({ value: profile?.writes, source: 'profile' }, false),
    yes: flags.yesFor ?? flags.yes === true,
    get ignored() {
      const url = profile?.url ?? serverUrl(target.value)
      const place =
        givenKey.source === 'flag'
          ? flags.adminKeyFile === undefined
            ? '--admin-key'
            : '--admin-key-file'
          : 'INKLING_ADMIN_KEY'
      const isWithheld = givenKey.value !== undefined && url !== null && !mayHaveKey(url)
      return ignoredSettings(project, files.project, isWithheld ? { url, place } : null)
    },
    kind: profile?.kind,
    command: flags.commandLine ?? '',
    dryRun: flags.dryRun === true,
    readOnly: flags.readOnly === true || isOn(env.INKLING_READ_ONLY),
    color: flags.color ?? (isTerminal && (env.NO_COLOR === undefined || env.NO_COLOR === '')),
    interactive:
      (flags.input === false ? false : flags.interactive) ??
      (process.stdin.isTTY === true && process.stderr.isTTY === true && env.TERM !== 'dumb' && !isCi(env)),
    verbose: flags.verbose === true,
    quiet: flags.quiet === true,
  }
}

/** The key of `--admin-key` or `--admin-key-file`. @throws {CliError} for a file that cannot be read, or beside a key. */
export function adminKeyOf({ adminKey, adminKeyFile }: GlobalOptions): string | undefined {
  if (adminKeyFile === undefined) return adminKey
  if (adminKey === undefined) return secretIn(adminKeyFile)
  throw new CliError(EXIT.usage, '--admin-key and --admin-key-file exclude each other: give one of them.')
}

function outputOf({ value, source }: Setting<string>): Settings['output'] {
  if (value === 'text' || value === 'json' || value === 'jsonl') return { value, source }
  throw new CliError(EXIT.usage, `'${value}' is not an output format: use text, json or jsonl.`)
}

function timeoutOf({ value, source }: Setting<string>, place: string | null): Settings['timeoutMs'] {
  // A number alone is seconds.
  const ms = DURATION.test(value) ? milliseconds(value) : Number(value) * 1000
  const name = place === null ? `--timeout '${value}'` : `the timeout '${value}' in ${place}`
  if (ms > milliseconds(MAX_WAIT))
    throw new CliError(EXIT.usage, `${name} is too long: write ${MAX_WAIT} or less.`)
  if (ms > 0) return { value: ms, source }
  throw new CliError(EXIT.usage, `${name} is not a duration above 0, such as 30s.`)
}

/** Any other value turns it on: a typo must not remove the protection. */
const isOn = (value = ''): boolean => !['', '0', 'false'].includes(value)

/**
 * The URL of a server without a final slash; null for any other text.
 * @throws {CliError} for a URL with more than an address. The message does not repeat it: it may contain a password.
 */
export function serverUrl(text: string): string | null {
  if (/[@?#]/.test(text)) {
    throw new CliError(
      EXIT.usage,
      "a server's URL cannot contain a user name, password, query or fragment: write it as https://inkling.example, and give a key with --admin-key.",
    )
  }
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : null
}

function urlOf(value: string, place: string | null, known: string[]): string {
  if (value === IN_PROCESS) return value
  const url = serverUrl(value)
  if (url !== null) return url
  throw new CliError(
    EXIT.usage,
    `there is no target '${value}'${place === null ? '' : `, which ${place} names`}: ${hintFor(value, known)}`,
  )
}

function hintFor(value: string, known: string[]): string {
  if (/[.:]/.test(value) && /^[\w.-]+(:\d+)?(\/|$)/.test(value)) {
    return `write it as a URL, such as http://${value}.`
  }
  const meant = nearest(value, known)
  if (meant) return `did you mean '${meant}'?`
  return known.length > 0
    ? `use a URL such as ${DEFAULT_TARGET}, or one of ${known.join(', ')}.`
    : `use a URL such as ${DEFAULT_TARGET}, or add it with \`inkling target new ${value} URL\`.`
}
