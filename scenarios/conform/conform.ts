import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { EMPTY_WORLD } from '../runner/targets/empty-world.ts'
import { Nonconformity, Unreached } from './findings.ts'
import type { Point, PointNeed } from './point.ts'
import { POINTS } from './points.ts'
import { Probe, type ProbeOptions, UNKNOWN } from './probe.ts'

export interface ConformOptions extends ProbeOptions {
  /** Whether players, a group and games may be created on the server. */
  readonly write: boolean
  /**
   * Whether the clock may be moved, and all data replaced: for servers with controls, whose state the caller restores.
   * Needs `write`.
   */
  readonly controls?: boolean
  /** Whether budgets of calls may be used up. */
  readonly limits?: boolean
  /** Those to check; all by default. */
  readonly points?: readonly Point[]
  readonly signal?: AbortSignal
  readonly onPoint?: (result: PointResult) => void
}

export interface PointResult {
  readonly area: string
  readonly rule: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** How the server deviates, or why the point was skipped; empty if the server conforms. */
  readonly detail: string
}

export interface Conformance {
  readonly target: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly points: readonly PointResult[]
}

/** Checks the documented API point by point. A deviation does not end the run. */
export async function conform(options: ConformOptions): Promise<Conformance> {
  const probe = new Probe(options)
  const { signal, onPoint = () => {} } = options
  const admin = options.write && (await isAdmin(probe))
  const controls = admin && options.controls === true
  const extensions = await extensionsOf(probe)
  if (controls) await prepare(probe)
  const points: PointResult[] = []
  for (const point of options.points ?? POINTS) {
    if (signal?.aborted) break
    const missing = missingNeed(point, options, { admin, controls, extensions })
    const { area, rule } = point
    const result: PointResult = {
      area,
      rule,
      ...(missing ? { outcome: 'skipped', detail: missing } : await checkPoint(point, probe)),
    }
    points.push(result)
    onPoint(result)
  }
  const count = (outcome: PointResult['outcome']) => points.filter((each) => each.outcome === outcome).length
  return {
    target: options.target.name,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    points,
  }
}

interface Found {
  readonly admin: boolean
  readonly controls: boolean
  readonly extensions: ReadonlySet<string>
}

/** Why a point cannot be checked; undefined if it can. */
function missingNeed(
  { needs }: Point,
  { write, deviceId, limits = false }: ConformOptions,
  { admin, controls, extensions }: Found,
): string | undefined {
  return needs.map(missing).find((why) => why !== null) ?? undefined

  function missing(need: PointNeed): string | null {
    if (need === 'nothing') return null
    if (need === 'player') return write || deviceId !== undefined ? null : 'needs --device or --write'
    if (!write) return 'needs --write'
    if (need === 'write') return null
    if (need === 'limits') return limits ? null : 'needs --limits'
    if (need !== 'admin' && need !== 'controls')
      return extensions.has(need) ? null : `the server does not list the extension ${need}`
    if (!admin) return 'needs the admin key'
    return need === 'controls' && !controls ? 'needs a server with controls' : null
  }
}

/** The extensions that the server lists; none for a server without the call. */
async function extensionsOf(probe: Probe): Promise<ReadonlySet<string>> {
  const { body, error } = await probe.ask('getExtensions')
  const listed = (body as { extensions?: unknown } | null)?.extensions
  return new Set(error === null && Array.isArray(listed) ? listed : [])
}

/** Noon of a day in spring, in a world of its own. */
async function prepare(probe: Probe): Promise<void> {
  if (probe.target.isShared) {
    const { seed = probe.seed } = await probe.replies('getControlStatus')
    await probe.replies('restoreWorld', { ...EMPTY_WORLD, seed })
  }
  await probe.replies('clearFaults')
  await probe.replies('changeClock', { freeze: true })
  await probe.replies('changeClock', { set: '2026-05-18T00:00:00Z' })
  await probe.nextDay()
  await probe.replies('clearOutbox')
}

/** Checks a point; one that moves the clock begins at noon of another day. */
async function checkPoint(point: Point, probe: Probe): Promise<Pick<PointResult, 'outcome' | 'detail'>> {
  try {
    if (point.needs.includes('controls')) await probe.nextDay()
    await point.check(probe)
    return { outcome: 'passed', detail: '' }
  } catch (error) {
    if (error instanceof Nonconformity) return { outcome: 'failed', detail: error.message }
    if (error instanceof Unreached) return { outcome: 'skipped', detail: error.message }
    // A player was refused, or a reply was not JSON.
    if (error instanceof ApiError || error instanceof SyntaxError) {
      return { outcome: 'failed', detail: error.message }
    }
    throw error
  }
}

/** Whether admin calls are accepted: only then an unknown user is not found with the key, and refused with a wrong one. */
async function isAdmin(probe: Probe): Promise<boolean> {
  const { error, status } = await probe.ask('regenerateHistory', { userId: UNKNOWN })
  // A server that fails has the call.
  return (error?.code === 'NOT_FOUND' || status >= 500) && (await probe.withWrongKey()) !== 404
}
