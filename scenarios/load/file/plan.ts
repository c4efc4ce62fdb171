import type { PersonaName } from '../../bots/personas.ts'
import { milliseconds } from '../../text/duration.ts'
import { pointsOf } from './profile.ts'
import type { LoadShape } from './shape.ts'

/** A load file with all defaults filled in and times in milliseconds, as JSON. */
export interface LoadPlan {
  readonly name: string
  readonly seed: string
  readonly profile: string
  readonly players: number
  readonly points: readonly (readonly [at: number, rate: number])[]
  readonly durationMs: number
  readonly warmUpMs: number
  readonly stayMs: number
  readonly speed: number
  readonly groupShare: number
  readonly groupSize: number
  readonly newcomers: number
  readonly personas: Readonly<Partial<Record<PersonaName, number>>>
  readonly during: readonly ClockEvent[]
  readonly timeoutMs: number
  readonly maxCalls: number
  readonly maxDurationMs: number
  /** 0 to 1. */
  readonly maxErrors: number
  readonly connections: number
  readonly lateAfterMs: number
  readonly thresholds: Readonly<Record<string, string | number>>
}

export interface ClockEvent {
  readonly atMs: number
  readonly clock: NonNullable<LoadShape['during']>[number]['clock']
}

/** @param seed the seed if the file has none. */
export function planOf(shape: LoadShape, seed: string): LoadPlan {
  const { config = {}, limits, generator = {}, groups, profile } = shape
  const durationMs = milliseconds(shape.duration)
  return {
    name: shape.name,
    seed: String(config.seed ?? seed),
    profile: typeof profile === 'string' ? profile : 'points',
    players: shape.players,
    points: pointsOf(profile, durationMs),
    durationMs,
    warmUpMs: milliseconds(shape['warm-up'] ?? '0s'),
    stayMs: milliseconds(shape.stay ?? '30s'),
    speed: shape.speed ?? 1,
    groupShare: groups?.share ?? 0.7,
    groupSize: groups?.size ?? 5,
    newcomers: shape.newcomers ?? 0.1,
    personas: shape.personas ?? { steady: 1 },
    during: (shape.during ?? [])
      .map(({ at, clock }) => ({ atMs: milliseconds(at), clock }))
      .sort((a, b) => a.atMs - b.atMs),
    timeoutMs: milliseconds(config.timeout ?? '30s'),
    maxCalls: limits.calls,
    maxDurationMs: milliseconds(limits.duration),
    maxErrors: Number.parseFloat(limits.errors ?? '10%') / 100,
    connections: generator.connections ?? 256,
    lateAfterMs: milliseconds(generator['late-after'] ?? '10ms'),
    thresholds: (shape.thresholds ?? {}) as Record<string, string | number>,
  }
}
