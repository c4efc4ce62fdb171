import type { Maintenance } from '../../core/contract/schemas/operator.ts'
import { allow } from '../../core/rules/refusal.ts'
import type { GameDay } from '../../core/rules/time/day.ts'
import { eveningsIn } from '../../core/rules/time/evenings.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { Operations, OuterOperations } from '../../engine/context.ts'
import type { OperatorData, OperatorState } from './operator-state.ts'

/** Turns read-only maintenance on and off. */
export function maintenanceOperations(operator: OperatorState, settled: () => Promise<void>) {
  const operations = {
    async getMaintenance() {
      return allow({ maintenance: operator.current.maintenance })
    },
  } satisfies Operations

  const outerOperations = {
    async startMaintenance({ now }, { body }) {
      const { maintenance } = await operator.change(({ maintenance: before }) => ({
        maintenance: { since: before?.since ?? now, message: body.message ?? null },
      }))
      await settled()
      return allow({ maintenance })
    },

    async endMaintenance({ now, settings }) {
      await operator.change((before) => ({
        maintenance: null,
        eveningsOff: eveningsOff(before, now, settings.timeZone),
      }))
      await settled()
      return allow({ maintenance: null })
    },
  } satisfies OuterOperations
  return { operations, outerOperations }
}

/** The days whose whole evening was under maintenance. */
export const eveningsOff = (
  { maintenance, eveningsOff: past = [] }: OperatorData,
  now: Instant,
  timeZone: string,
): GameDay[] => [...past, ...(maintenance ? eveningsIn(maintenance.since, now, timeZone) : [])]

/** Why players can only read; null without maintenance. */
export const maintenanceMessage = (maintenance: Maintenance | null): string | null =>
  maintenance &&
  (maintenance.message ?? 'Inkling is being looked after. You can look around, and play again in a while.')
