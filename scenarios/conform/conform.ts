import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { Nonconformity, Unreached } from './findings.ts'
import { HARMLESS_POINTS } from './harmless-points.ts'
import type { Point, PointNeed } from './point.ts'
import { Probe, type ProbeOptions } from './probe.ts'
import { WRITING_POINTS } from './writing-points.ts'

export interface ConformOptions extends ProbeOptions {
  /** Whether players, a group and games may be created on the server. */
  readonly write: boolean
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

const POINTS: readonly Point[] = [...HARMLESS_POINTS, ...WRITING_POINTS]

/** Checks the documented API point by point. A deviation does not end the run. */
export async function conform(options: ConformOptions): Promise<Conformance> {
  const probe = new Probe(options)
  const { signal, onPoint = () => {} } = options
  const admin = options.write && (await isAdmin(probe))
  const points: PointResult[] = []
  for (const point of POINTS) {
    if (signal?.aborted) break
    const missing = missingNeed(point.needs, options, admin)
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

function missingNeed(need: PointNeed, { write, deviceId }: ConformOptions, admin: boolean): string | null {
  if (need === 'player') return write || deviceId !== undefined ? null : 'needs --device or --write'
  if (need === 'write') return write ? null : 'needs --write'
  if (need === 'admin' && !admin) return write ? 'needs the admin key' : 'needs --write'
  return null
}

async function checkPoint(point: Point, probe: Probe): Promise<Pick<PointResult, 'outcome' | 'detail'>> {
  try {
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

/** Whether admin calls are accepted. Asks with an unknown user id. */
async function isAdmin(probe: Probe): Promise<boolean> {
  const { error } = await probe.ask('regenerateHistory', { userId: 'nobody-has-this-id-0000' })
  return error?.code === 'NOT_FOUND'
}
