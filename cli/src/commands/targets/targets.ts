import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadLocks } from '@inkling/mock-server/machine'
import { kindOf, readTargetFacts, type TargetFacts } from '../../calls/target-facts.ts'
import { CliError, EXIT, fileProblem } from '../../cli-error.ts'
import {
  type ConfigFile,
  type Profile,
  projectConfig,
  readConfig,
  readProjectConfig,
  userConfigPath,
  writeConfig,
} from '../../settings/config-file.ts'
import { trustedProfile } from '../../settings/project-trust.ts'
import { IN_PROCESS, type Settings, serverUrl } from '../../settings/settings.ts'
import { stateFolder } from '../../settings/state-folder.ts'
import type { TargetKind } from '../../settings/target-kinds.ts'

/** Timeout of the call of `target show`. */
const MAX_WAIT_MS = 2000

const userFile = () => userConfigPath(process.env)
const projectFile = () => projectConfig(process.cwd()).path
const files = () => [projectFile(), userFile()]

/** A file of these two. */
function read(path: string): ConfigFile {
  const project = projectConfig(process.cwd())
  return path === project.path ? readProjectConfig(project) : readConfig(path)
}

export interface NewTarget extends Partial<Pick<Profile, 'writes' | 'kind'>> {
  readonly name: string
  readonly url: string
  readonly adminKey: string | undefined
  readonly project?: boolean
}

/** A target, and the file that has it. */
interface Stored {
  readonly name: string
  readonly file: string
}

export async function addTarget({ name, url, adminKey, writes, kind, project }: NewTarget): Promise<Stored> {
  if (!/^[a-z0-9][a-z0-9-]*$/i.test(name)) {
    throw new CliError(EXIT.usage, `'${name}' is not a target name. Use letters, digits and hyphens.`)
  }
  if (name === IN_PROCESS) {
    throw new CliError(
      EXIT.usage,
      `'${IN_PROCESS}' is the target that runs a server in this process: choose another name.`,
    )
  }
  if (serverUrl(url) === null) {
    throw new CliError(EXIT.usage, `'${url}' is not an address. Write it as https://inkling.example.`)
  }
  if (project && adminKey !== undefined) {
    throw new CliError(
      EXIT.usage,
      'a project file is shared, so it must not contain a key: leave out --project, or the key.',
    )
  }
  if (project && (kind !== undefined || writes)) {
    throw new CliError(
      EXIT.usage,
      'a project file is shared, so it cannot decide what commands ask: leave out --project, or --kind and --writes.',
    )
  }
  const file = project ? projectFile() : userFile()
  await change(file, (config) => ({
    ...config,
    targets: {
      ...config.targets,
      [name]: {
        url,
        ...(adminKey !== undefined && { adminKey }),
        ...(writes && { writes }),
        ...(kind && { kind }),
      },
    },
  }))
  return { name, file }
}

export async function useTarget(name: string, project?: boolean): Promise<Stored> {
  const stored = fileOf(name)
  const file = project ? projectFile() : userFile()
  if (project && stored !== file) {
    throw new CliError(
      EXIT.usage,
      `'${name}' is saved only in ${stored}, and ${file} is shared with others: save it there first, with \`inkling target new ${name} URL --project\`.`,
    )
  }
  await change(file, (config) => ({ ...config, target: name }))
  return { name, file }
}

export async function removeTarget(name: string): Promise<Stored> {
  const file = fileOf(name)
  await change(file, ({ targets: { [name]: _, ...targets } = {}, ...config }) => ({ ...config, targets }))
  if (files().some((path) => read(path).targets?.[name])) return { name, file }
  for (const path of files().filter((each) => read(each).target === name)) {
    await change(path, ({ target: _, ...config }) => config)
  }
  return { name, file }
}

/**
 * Replaces the stored key of a target.
 * @returns the file that has it.
 */
export async function changeTargetKey(name: string, adminKey: string): Promise<string> {
  const file = userFile()
  await change(file, ({ targets = {}, ...config }) => {
    const profile = targets[name]
    return { ...config, targets: { ...targets, ...(profile && { [name]: { ...profile, adminKey } }) } }
  })
  return file
}

export interface ListedTarget {
  readonly name: string
  readonly url: string
  readonly current: boolean
  readonly writes: boolean
  readonly kind: TargetKind
  /** Whether there is a key; never the key. */
  readonly adminKey: 'set' | 'none'
  readonly file: string
}

export function listTargets({ target }: Settings): ListedTarget[] {
  const user = readConfig(userFile())
  return files().flatMap((file) =>
    Object.entries(read(file).targets ?? {}).map(([name, profile]): ListedTarget => {
      const trusted = file === userFile() ? profile : trustedProfile(profile, user)
      const { url, writes = false, kind, adminKey } = trusted
      return {
        name,
        url,
        current: name === target.value,
        writes,
        kind: kindOf({ kind, url: { value: url, source: 'profile' } }, false).kind,
        adminKey: adminKey ? 'set' : 'none',
        file,
      }
    }),
  )
}

/** Every setting with its value and source. Keys are not shown. */
export async function showTarget(
  settings: Settings,
): Promise<{ setting: string; value: string; source: string }[]> {
  const { target, url, adminKey, seed, output, timeoutMs, writes } = settings
  const row = (setting: string, value: unknown, source: string) => ({
    setting,
    value: String(value ?? 'none'),
    source,
  })
  return [
    row('target', target.value, target.source),
    row('url', url.value, url.source),
    row('adminKey', adminKey.value === undefined ? undefined : 'set', adminKey.source),
    row('kind', ...(await kindRow(settings))),
    row('writes', writes.value ? 'yes' : 'ask', writes.source),
    row('seed', seed.value, seed.source),
    row('output', output.value, output.source),
    row('timeout', `${timeoutMs.value / 1000} s`, timeoutMs.source),
    ...settings.ignored.map(({ what, why }) => row('ignored', what, why)),
  ]
}

/** The kind, which the server decides if it is protected. By profile or address if there is no response. */
async function kindRow(settings: Settings): Promise<[kind: string, source: string]> {
  if (settings.url.value === IN_PROCESS) return ['local', 'default']
  const { kind, source, lacksKey } = await factsOrNone(settings)
  if (lacksKey) return [`${kind}, unless it is protected: a reference server, whose key is needed`, source]
  return [kind, source]
}

async function factsOrNone(settings: Settings): Promise<Pick<TargetFacts, 'kind' | 'source' | 'lacksKey'>> {
  const { timeoutMs, dryRun } = settings
  const byAddress = { ...kindOf(settings, false), lacksKey: false }
  if (dryRun) return byAddress
  const quick = { ...settings, timeoutMs: { ...timeoutMs, value: Math.min(timeoutMs.value, MAX_WAIT_MS) } }
  // The other settings are what the command is for; `inkling doctor` says what is wrong with the server.
  return readTargetFacts(quick).catch(() => byAddress)
}

function fileOf(name: string): string {
  const file = files().find((path) => read(path).targets?.[name])
  if (file) return file
  throw new CliError(EXIT.usage, `there is no target '${name}'. \`inkling target list\` lists all targets.`)
}

/** @throws {CliError} for a file of another user: replacing it would take it over. */
async function change(file: string, edit: (config: ConfigFile) => ConfigFile): Promise<void> {
  if (file === projectConfig(process.cwd()).foreign)
    throw new CliError(EXIT.refused, `${file} belongs to another user: remove it, or work in another folder.`)
  await alone(() => writeConfig(file, edit(read(file))))
}

/** Commands that run at the same time change a file one after another, so that none loses the change of another. */
async function alone(work: () => Promise<void>): Promise<void> {
  const path = join(stateFolder(), 'config.lock')
  // Without the native code, as `inkling doctor` reports, there are no locks.
  const locks = await loadLocks().catch(() => null)
  const lock = await openPrivate(path)
  try {
    while (locks !== null && !locks.tryLock(lock.fd)) await pause(LOCK_WAIT_MS)
    await work()
  } finally {
    await lock.close()
  }
}

const LOCK_WAIT_MS = 20

async function openPrivate(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true })
    return await open(path, 'a', 0o600)
  } catch (error) {
    throw fileProblem(
      `${path} cannot be written`,
      error,
      'free disk space or fix its permissions, or set XDG_STATE_HOME to another folder',
    )
  }
}
