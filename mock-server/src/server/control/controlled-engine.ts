import { PRODUCT, VERSION } from '../../core/contract/constants.ts'
import type { ClockChange, ClockState } from '../../core/contract/schemas/control.ts'
import type { Codecs } from '../../core/picture/codecs.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { dayAt, dayEnd } from '../../core/rules/time/day.ts'
import type { Instant } from '../../core/rules/time/instant.ts'
import type { Operations, OuterContext, OuterOperations } from '../../engine/context.ts'
import { deletedAmong } from '../../engine/deleted-accounts.ts'
import { Engine } from '../../engine/engine.ts'
import { SavedEraser } from '../../engine/erasure/saved-eraser.ts'
import { updateGame } from '../../engine/games/stored-games.ts'
import { finishGame } from '../../engine/operations/admin.ts'
import type { AdminCallStore } from '../../engine/operator-store.ts'
import { pageOf } from '../../engine/page.ts'
import type { Ports, Settings } from '../../engine/ports.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { BroughtBack } from '../../engine/world/brought-back.ts'
import type { WorldSource } from '../../engine/world/read-world.ts'
import { restoreWorld } from '../../engine/world/restore-world.ts'
import { worldCollections } from '../../engine/world/world.ts'
import { WorldError } from '../../engine/world/world-error.ts'
import { writeWorld } from '../../engine/world/write-world.ts'
import { Outbox } from '../platform/push/outbox.ts'
import { AdminLog, memoryCalls } from './admin-log.ts'
import { announcementOperations } from './announcements.ts'
import { channelsWithHold, holdPushOf, saveOperations } from './backup.ts'
import type { ControlledClock } from './clock.ts'
import { Faults, hasEffect, matchProblem } from './faults.ts'
import { lists } from './lists.ts'
import { eveningsOff, maintenanceMessage, maintenanceOperations } from './maintenance.ts'
import { OperatorState } from './operator-state.ts'
import { repairs } from './repairs.ts'
import { stage } from './stage.ts'

/** The clock of all processes over one store. */
export interface SharedClock {
  /** The number of processes. */
  readonly count: number
  /** Resolves when every process that responds uses the new time. If `change` throws, the clock is unchanged. */
  changeClock(change: (clock: ControlledClock) => void): Promise<void>
  /** Resolves when every process that responds uses what was changed before. */
  settled(): Promise<void>
}

export interface ControlledPorts extends Omit<Ports, 'clock' | 'push'> {
  readonly clock: ControlledClock
}

export interface ControlledEngineOptions {
  /** Gives the world that a reset restores; null for an empty one. */
  readonly seedWorld?: ((now: Instant) => Promise<WorldSource>) | null
  /** Receives push messages. */
  readonly outbox?: Outbox
  /** The clock shared with other processes over the same store; null for a single process. */
  readonly shared?: SharedClock | null
  /** Default: in memory. */
  readonly operator?: OperatorState
  /** Where calls of admins are recorded. Default: in memory. */
  readonly adminCalls?: AdminCallStore
  /** Replaces the generated admin key; null if there is none. */
  readonly rotateAdminKey?: (() => Promise<string>) | null
}

/**
 * An engine with the calls that only a reference server offers: its clock, its faults and all its data (API.md,
 * Controls).
 */
export function controlledEngine(
  ports: ControlledPorts,
  settings: Settings,
  {
    seedWorld = null,
    outbox = new Outbox(),
    operator = new OperatorState(),
    adminCalls = memoryCalls(),
    rotateAdminKey = null,
    ...options
  }: ControlledEngineOptions = {},
): Engine {
  const { clock, codecs } = ports
  const faults = new Faults(Number.parseInt(codecs.sha256(settings.seed).slice(0, 8), 16), wait)
  const log = new AdminLog(adminCalls, () => clock.systemNow)
  const shared: SharedClock = options.shared ?? {
    count: 1,
    changeClock: async (change) => change(clock),
    settled: async () => {},
  }
  const announcing = announcementOperations(operator)
  const maintaining = maintenanceOperations(operator, () => shared.settled())
  const replaceWorld = async (
    context: OuterContext,
    source: WorldSource | null,
    beforeEnd: (seed: string) => Promise<void> = async () => {},
  ) => {
    const { transaction } = context
    const broughtBack = new BroughtBack(ports.store, settings.seed)
    const eraser = new SavedEraser({
      ...context,
      ports: await transaction(async (inner) => inner.ports),
      deletedAmong: (userIds) => transaction((inner) => deletedAmong(inner, userIds)),
    })
    try {
      if (source) await restoreWorld(ports.store, source, codecs, { eraser, broughtBack, beforeEnd })
      else await ports.store.replaceAll(async () => {})
    } catch (error) {
      if (!(error instanceof WorldError)) throw error
      return refuse('VALIDATION_FAILED', error.message)
    }
    await transaction(async ({ publish }) => publish({ type: 'world-replaced' }))
    return allow({
      success: true as const,
      deletedAccounts: eraser.count,
      broughtBack: broughtBack.counts,
    })
  }
  const clockState = (): ClockState => ({ now: clock.now(), mode: clock.mode })
  const operations: Operations = {
    async getControlStatus({ tx, now, day, settings, ports, key, address, origin }) {
      const { capacity } = ports.store.figures?.() ?? {}
      const { timeZone, seed, isProtected = false, channelsOff } = settings
      const channels = channelsOff && channelsWithHold(operator, channelsOff)
      const announcements = announcing.valid(now)
      return allow({
        product: PRODUCT,
        version: VERSION,
        protected: isProtected,
        now,
        day,
        timeZone,
        ...(key === 'admin' && { seed }),
        clock: clock.mode,
        counts: await countDocuments(tx),
        ...(channels && { push: { web: channels.web ?? 'on', native: channels.native ?? 'on' } }),
        caller: { address, origin },
        ...(operator.current.lastSave !== null && { lastSave: operator.current.lastSave }),
        ...(capacity && { capacity: { ...capacity } }),
        ...(shared.count > 1 && { processes: shared.count }),
        ...(operator.current.maintenance && { maintenance: operator.current.maintenance }),
        ...(announcements.length > 0 && { announcements }),
        openReports: await tx.peekCount('openThings'),
        ...(faults.active > 0 && { faults: faults.active }),
      })
    },

    async getClock() {
      return allow(clockState())
    },

    async getFaults() {
      return allow(faults.list)
    },

    stage,

    ...lists,
    ...repairs,
    ...announcing.operations,
    ...maintaining.operations,

    async inspectGame({ tx }, { params }) {
      const game = await tx.get('games', params.id)
      return game ? allow({ ...game }) : refuse('NOT_FOUND', 'No such game')
    },

    async completeGame(context, { params }) {
      const game = await context.tx.get('games', params.id)
      return game ? finishGame(context, updateGame(context, game)) : refuse('NOT_FOUND', 'No such game')
    },
  }
  const outerOperations: OuterOperations = {
    ...announcing.outerOperations,
    ...maintaining.outerOperations,
    ...saveOperations(operator, () => clock.systemNow),

    async listAdminCalls(_, { query: { before, limit } }) {
      const { page, next } = pageOf(await log.latest(before, limit + 1), limit)
      return allow({ calls: page, next })
    },

    async rotateAdminKey() {
      if (!rotateAdminKey)
        return refuse(
          'CONFLICT',
          'The admin key of this server is part of its configuration: change ADMIN_KEY or --admin-key there, and restart it',
        )
      return allow({ adminKey: await rotateAdminKey() })
    },

    async changeClock({ settings }, { body }) {
      try {
        await shared.changeClock((each) => change(each, body, settings.timeZone))
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        return refuse('VALIDATION_FAILED', error.message)
      }
      return allow(clockState())
    },

    async getOutbox({ sendDue }) {
      await sendDue()
      return allow({ items: outbox.sent.map((message) => ({ ...message })) })
    },

    async clearOutbox({ sendDue }) {
      await sendDue()
      outbox.clear()
      return allow({ success: true as const })
    },

    async putFaults(_, { body }) {
      for (const [at, fault] of body.entries()) {
        const problem = matchProblem(fault)
        if (problem !== null) return refuse('VALIDATION_FAILED', `${at}.match: ${problem}`)
        if (!hasEffect(fault)) return refuse('VALIDATION_FAILED', `${at}: ${NO_EFFECT}`)
      }
      faults.put(body)
      return allow(faults.list)
    },

    async clearFaults() {
      faults.put([])
      return allow(faults.list)
    },

    async exportWorld({ settings }) {
      return allow(await begun(writeWorld(ports.store, settings.seed, codecs)))
    },

    async restoreWorld(context, { body }) {
      let undoHold = async () => {}
      const replaced = replaceWorld(context, body, async (seed) => {
        const from = { seed, ownSeed: settings.seed }
        undoHold = await holdPushOf(operator, from, () => shared.settled())
      })
      return replaced.catch(async (error) => {
        await undoHold()
        throw error
      })
    },

    async resetWorld(context) {
      const done = await replaceWorld(context, seedWorld && (await seedWorld(context.now)))
      if (!done.ok) return done
      outbox.clear()
      return allow({ success: true as const })
    },
  }
  return new Engine({ ...ports, push: outbox }, settings, {
    operations,
    outerOperations,
    log,
    maintenance: () => maintenanceMessage(operator.current.maintenance),
    eveningsOff: (now) => eveningsOff(operator.current, now, settings.timeZone),
    intercept: (call, userIdOf) => faults.intercept(call, userIdOf),
  })
}

/** Secrets derived from a seed, for engines without network access: scenarios, simulations, demos and tests. */
export const derivedSecrets = (seed: string, codecs: Codecs) => ({
  seed,
  tokenSecrets: [codecs.hmac(seed, 'token secret')],
})

/** The number of documents in each collection that an export contains. */
async function countDocuments(tx: Transaction): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of worldCollections) counts[name] = await tx.peekCount(name)
  return counts
}

function change(clock: ControlledClock, { set, advanceMs, to, freeze }: ClockChange, timeZone: string): void {
  if (set !== undefined) clock.set(set)
  else if (advanceMs !== undefined) clock.advance(advanceMs)
  else if (to === 'midnight') clock.set(dayEnd(dayAt(clock.now(), timeZone), timeZone))
  else if (freeze) clock.freeze()
  else clock.resume()
}

const NO_EFFECT = 'this fault has no effect: add one of status, code, rawBody, delayMs, drop, loseResponse'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads the first piece, so that a store that fails is reported by the reply. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  })()
}
