import { createHash } from 'node:crypto'
import { Random } from '@inkling/fixtures/random'
import { PERSONA_NAMES, PERSONAS, type Persona } from '../../bots/personas.ts'
import type { LoadPlan } from '../file/plan.ts'
import { arrivalsOf } from '../file/profile.ts'

/** A player of the load, determined by the seed. */
export interface Expected {
  /** From 0, unique across all processes of the load. */
  readonly index: number
  readonly deviceId: string
  readonly persona: Persona
  /** Number of the group; null for a player who plays public games. */
  readonly group: number | null
  /** Whether the player has no account yet. */
  readonly isNew: boolean
  /** Milliseconds from the start. */
  readonly arrivesAt: number
}

/**
 * The crowd of a plan, in order of arrival. Everything in it derives from the seed.
 * @param part the process and the number of processes. All members of a group are in the same process.
 */
export function crowdOf(plan: LoadPlan, part = { at: 0, of: 1 }): Expected[] {
  const { players, seed, points, durationMs, groupShare, groupSize, newcomers, personas } = plan
  const random = new Random(`${seed}/crowd`)
  const arrivals = arrivalsOf(points, players, durationMs, () => random.next())
  const groups = Math.floor((players * groupShare) / groupSize)
  const weighted = PERSONA_NAMES.map((name) => [name, personas[name] ?? 0] as const)
  const whole = weighted.reduce((sum, [, weight]) => sum + weight, 0)
  const personaOf = (): Persona => {
    let rest = random.next() * whole
    for (const [name, weight] of weighted) {
      rest -= weight
      if (rest < 0) return PERSONAS[name]
    }
    return PERSONAS.steady
  }
  const places = random.shuffle(Array.from({ length: players }, (_, index) => index))
  const crowd: Expected[] = []
  for (const [order, index] of places.entries()) {
    const group = index < groups * groupSize ? Math.floor(index / groupSize) : null
    const persona = personaOf()
    const isNew = random.chance(newcomers) && group === null
    if ((group ?? index) % part.of !== part.at) continue
    const arrivesAt = arrivals[order] as number
    crowd.push({ index, deviceId: deviceIdOf(seed, index), persona, group, isNew, arrivesAt })
  }
  return crowd
}

const deviceIdOf = (seed: string, index: number): string =>
  `load_${createHash('sha256').update(`${seed}/${index}`).digest('hex').slice(0, 32)}`
