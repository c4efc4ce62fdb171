import { allow } from '../../core/rules/refusal.ts'
import { instantOf } from '../../core/rules/time/instant.ts'
import type { OuterOperations } from '../../engine/context.ts'
import type { ChannelsOff } from '../../engine/ports.ts'
import type { OperatorState } from './operator-state.ts'

/* What a server knows of its backups: when the last save was made, and whether its own data is another server's. */

/** Why a server with another server's data sends no push messages, and what to do about it. */
const HELD =
  "held, because this world is another server's, whose players would get messages twice: restart with --push if this server takes its place"

/** @param systemNow the real time in milliseconds */
export const saveOperations = (operator: OperatorState, systemNow: () => number) =>
  ({
    async noteSave() {
      const lastSave = instantOf(systemNow())
      await operator.change(() => ({ lastSave }))
      return allow({ success: true as const })
    },
  }) satisfies OuterOperations

/** The channels that are off, as far as another server's data turns them off too. */
export const channelsWithHold = (operator: OperatorState, { web, native }: ChannelsOff): ChannelsOff => {
  const held = operator.current.isPushHeld ? HELD : null
  return { web: web ?? held, native: native ?? held }
}

/**
 * Sends no push messages from now on if a world comes from another server. To be called before its data is stored.
 * @param from the seed of the server that has written it
 * @param settled resolves when all processes know it
 * @returns a function that undoes this, if the data could not be stored.
 */
export async function holdPushOf(
  operator: OperatorState,
  from: { readonly seed: string; readonly ownSeed: string },
  settled: () => Promise<void>,
): Promise<() => Promise<void>> {
  if (from.seed === from.ownSeed || operator.current.isPushHeld) return async () => {}
  await operator.change(() => ({ isPushHeld: true }))
  await settled()
  return async () => {
    await operator.change(() => ({ isPushHeld: false }))
  }
}
