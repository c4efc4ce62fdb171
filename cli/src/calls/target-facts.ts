import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { DEFAULT_TIME_ZONE, PRODUCT } from '@inkling/mock-server/contract/constants'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import type { Settings } from '../settings/settings.ts'
import type { TargetKind } from '../settings/target-kinds.ts'
import { send } from './send.ts'

export interface TargetFacts {
  readonly kind: TargetKind
  /** The source of the kind. By address, a server on this machine is local and any other is shared. */
  readonly source: 'profile' | 'server' | 'address'
  /** Whether it identified itself as a reference server. It does not do so without the right admin key. */
  readonly isReference: boolean
  /** Whether it is a reference server that does not identify itself because no key is given. */
  readonly lacksKey: boolean
  /** The time zone of its days; null if it does not report one. */
  readonly timeZone: string | null
  /** Whether it says that it sends no notifications. */
  readonly isSilent: boolean
  /** The server's refusal of the admin key; null if it accepts the key or none is given. */
  readonly keyRefusal: ApiError | null
}

const known = new Map<string, Promise<TargetFacts>>()

/**
 * The facts about a target, fetched once per process.
 * @throws {CliError} if there is no response.
 * @throws {ApiError} if an Inkling server cannot answer now, for example because its database is unavailable.
 */
export function readTargetFacts(settings: Settings): Promise<TargetFacts> {
  const key = JSON.stringify([settings.url.value, settings.adminKey.value, settings.kind])
  let facts = known.get(key)
  if (!facts) {
    facts = askFor(settings)
    known.set(key, facts)
    facts.catch(() => known.delete(key))
  }
  return facts
}

/**
 * The time zone of the target's days, for texts; the game's own if the target does not say.
 * @param maxMs how long to wait at most, for a command that works without the target
 */
export async function gameZone(settings: Settings, maxMs = Number.POSITIVE_INFINITY): Promise<string> {
  try {
    const { timeoutMs: given } = settings
    const timeoutMs = { ...given, value: Math.min(given.value, maxMs) }
    return (await readTargetFacts({ ...settings, timeoutMs })).timeZone ?? DEFAULT_TIME_ZONE
  } catch {
    // The call whose result is shown reports what is wrong with the target.
    return DEFAULT_TIME_ZONE
  }
}

/** Clears the cached facts, for example after a restart of the server. */
export const forgetFacts = (): void => known.clear()

async function askFor(settings: Settings): Promise<TargetFacts> {
  const { url, adminKey } = settings
  const headers = adminKey.value === undefined ? {} : { [HEADER.adminKey]: adminKey.value }
  const response = await send(settings, `${url.value}/control/status`, { headers })
  const body: unknown = await response.json().catch(() => null)
  const status = (body ?? {}) as Partial<
    Record<'product' | 'protected' | 'timeZone' | 'push' | 'error', unknown>
  >
  const { code, message } = (status.error ?? {}) as { code?: unknown; message?: unknown }
  const error =
    typeof code === 'string' && typeof message === 'string'
      ? new ApiError(code, message, response.status)
      : null
  if (error?.status === 503) throw error
  const isRefused = error?.code === 'FORBIDDEN'
  const isReference = response.ok && status.product === PRODUCT
  const timeZone = isReference && typeof status.timeZone === 'string' ? status.timeZone : null
  return {
    ...kindOf(settings, isReference && status.protected === true),
    isReference,
    timeZone,
    isSilent:
      typeof status.push === 'object' && status.push !== null && !Object.values(status.push).includes('on'),
    lacksKey: isRefused && adminKey.value === undefined,
    keyRefusal: isRefused && adminKey.value !== undefined ? error : null,
  }
}

/**
 * The kind of a target.
 * @param isProtected whether the server reports that it is protected, which overrides the profile.
 */
export function kindOf(
  { kind, url }: Pick<Settings, 'kind' | 'url'>,
  isProtected: boolean,
): Pick<TargetFacts, 'kind' | 'source'> {
  if (isProtected) return { kind: 'protected', source: 'server' }
  if (kind !== undefined) return { kind, source: 'profile' }
  return { kind: isThisMachine(url.value) ? 'local' : 'shared', source: 'address' }
}

/** What to say about a target in questions and errors. */
export const describeTarget = ({ kind, isReference, lacksKey }: TargetFacts): string =>
  kind === 'protected' || isReference
    ? kind
    : lacksKey
      ? 'a reference server reached without its key'
      : `${kind} and does not identify itself as a reference server`

const isThisMachine = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
