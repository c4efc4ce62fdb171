import { type Logger, pino } from 'pino'
import { DEFAULT_TIME_ZONE } from '../../core/contract/constants.ts'
import { msOf } from '../../core/rules/time/instant.ts'
import { deletedAmong } from '../../engine/deleted-accounts.ts'
import type { Engine } from '../../engine/engine.ts'
import { SavedEraser } from '../../engine/erasure/saved-eraser.ts'
import type { Store } from '../../engine/store.ts'
import type { RestoredWorld } from '../../engine/world/restore-world.ts'
import { writeWorld } from '../../engine/world/write-world.ts'
import { holdPushOf } from '../control/backup.ts'
import type { ControlledClock } from '../control/clock.ts'
import { controlledEngine } from '../control/controlled-engine.ts'
import { OperatorState } from '../control/operator-state.ts'
import { checkedAdminKey, checkedModeratorKey } from '../platform/admin-key.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { nodePorts } from '../platform/node-ports.ts'
import type { Outbox } from '../platform/push/outbox.ts'
import { channelsOff, type PushOptions, pushServices } from '../platform/push/push-channels.ts'
import type { Processes } from '../processes/processes.ts'
import { hasDemoPlayers, importIfEmpty, namedWorld, type WorldOption } from '../worlds/named-world.ts'
import { checkOptions, demoRefusal, startClock } from './check-options.ts'
import { openStore, type StoreOptions, startupErrorOf } from './open-store.ts'

/** The server closes an open store when it stops. */
export interface EngineOptions extends StoreOptions, PushOptions {
  /** Receives push messages instead of the push services. */
  outbox?: Outbox
  /** Default: the seed stored in the data folder or database, otherwise a random one. */
  seed?: string
  /** The world that is imported into an empty store and restored by a reset. */
  world?: WorldOption
  /** Whether to refuse a store or a world with players as whom anyone can sign in. Default: false. */
  refuseDemo?: boolean
  /** Whether this server sends push messages although its data is another server's. */
  push?: boolean
  /** Whether the house player joins games that would end with a single entry. Default: false. */
  housePlayer?: boolean
  /** Start time of the clock, in ISO 8601. */
  clock?: string
  timeZone?: string
  /** At least 8 characters. */
  adminKey?: string
  /** Key for moderation, look-ups and announcements only; at least 8 characters. */
  moderatorKey?: string
  /** Whether to generate an admin key if none is given; not in production. Default: true. */
  makeAdminKey?: boolean
  /** Whether tools ask before they change anything on this server: true in production. */
  isProtected?: boolean
  log?: Logger
}

export interface OpenEngine {
  readonly engine: Engine
  /** The clock of this process only. `/control/clock` sets the clocks of all processes over one database. */
  readonly clock: ControlledClock
  /** Null for a single process. */
  readonly processes: Processes | null
  /** Given or generated; null disables admin calls and controls. */
  readonly adminKey: string | null
  readonly operator: OperatorState
  /** The world imported at this start; null if none was requested or the store was not empty. */
  readonly importedWorld: RestoredWorld | null
  /** The data folder, or the URL of the database without its password; null for memory. */
  readonly storedIn: string | null
  /** All data in lines, in pieces. */
  exportWorld(): AsyncIterable<string>
  /** Leaves the other processes and closes the store. */
  close(): Promise<void>
}

/**
 * Opens the store, joins the other processes over it, and creates the engine.
 * @throws {StartupError} for an unusable data folder or database, or invalid options.
 */
export async function openEngine(options: EngineOptions): Promise<OpenEngine> {
  const log = options.log ?? pino({ level: 'silent' })
  checkOptions(options)
  const clock = startClock(options.clock)
  const timeZone = options.timeZone || DEFAULT_TIME_ZONE
  const open = await openStore(options, log)
  const { store, storedIn } = open
  let processes: Processes | null = null
  const close = async () => {
    // At the same time, because each waits for an unresponsive database.
    await Promise.all([processes?.close(), store.close()])
  }
  try {
    processes = (await open.join?.({ clock, timeZone })) ?? null
    const { clock: setting } = options
    if (setting !== undefined) await processes?.changeClock((shared) => shared.set(setting))
    if (clock.mode !== 'system') log.info({ now: clock.now() }, `the clock is ${clock.mode}`)
    const secrets = await open.secrets(options.seed)
    const { makeAdminKey = true } = options
    const givenKey = checkedAdminKey(options.adminKey, makeAdminKey)
    const adminKey = givenKey ?? (makeAdminKey ? await open.adminKey() : null)
    const seedWorld =
      options.world === undefined ? null : namedWorld(options.world, { seed: secrets.seed, timeZone })
    if (options.refuseDemo && (await hasDemoPlayers(store))) throw demoRefusal()
    const operator = new OperatorState(open.operator)
    await operator.read()
    const importedWorld =
      seedWorld &&
      (await importIfEmpty(store, () => seedWorld(clock.now()), options.world ?? '', {
        eraser: new SavedEraser({
          ports: nodePorts,
          settings: {},
          now: clock.now(),
          deletedAmong: (ids) => store.transaction((tx) => deletedAmong({ tx, ports: nodePorts }, ids)),
        }),
        async beforeEnd(seed) {
          await holdPushOf(operator, { seed, ownSeed: secrets.seed }, async () => {})
        },
      }))
    const { vapid, ...others } = secrets
    const off = channelsOff(options)
    if (options.push && operator.current.isPushHeld) await operator.change(() => ({ isPushHeld: false }))
    const outbox =
      options.outbox ??
      (await pushServices(
        options,
        vapid,
        () => msOf(clock.now()),
        () => operator.current.isPushHeld,
      ))
    const settings = {
      ...others,
      vapidKey: off.web === null ? vapid.publicKey : null,
      channelsOff: off,
      timeZone,
      adminKey,
      moderatorKey: checkedModeratorKey(options.moderatorKey, adminKey),
      isProtected: options.isProtected ?? false,
      contact: options.contact ?? null,
      housePlayer: options.housePlayer ?? false,
    }
    const isGenerated = givenKey === null && adminKey !== null
    const rotateAdminKey = async (): Promise<string> => {
      const fresh = await open.replaceAdminKey()
      await engine.useAdminKey(fresh)
      await processes?.settled()
      return fresh
    }
    const engine = controlledEngine({ ...nodePorts, store, clock }, settings, {
      seedWorld,
      outbox,
      shared: processes,
      operator,
      adminCalls: open.adminCalls,
      rotateAdminKey: isGenerated ? rotateAdminKey : null,
    })
    await processes?.connect(engine, { operator, readAdminKey: isGenerated ? open.adminKey : null })
    engine.onProblem = (err) => log.error({ err }, 'a task that no call waits for has failed')
    engine.events.listen((event, isOwn) => {
      if (isOwn && event.type === 'clock-was-ahead')
        log.warn(event, 'the clock was set back: a later day has already started')
    })
    warnOfCapacity(store, engine, log)
    const exportAll = () => writeWorld(store, secrets.seed, nodeCodecs)
    return {
      engine,
      clock,
      processes,
      adminKey,
      operator,
      importedWorld,
      storedIn,
      exportWorld: exportAll,
      close,
    }
  } catch (error) {
    await close()
    throw startupErrorOf(error)
  }
}

/** Warns at the start if the store is nearly full, and on each day on which it is full. */
function warnOfCapacity(store: Store, engine: Engine, log: Logger): void {
  const { warning } = store.figures?.().capacity ?? {}
  if (warning) log.warn(warning)
  engine.events.listen((event) => {
    if (event.type !== 'day-started') return
    const capacity = store.figures?.().capacity
    const isFull =
      capacity && (capacity.players >= capacity.maxPlayers || capacity.games >= capacity.maxGames)
    if (isFull && capacity.warning) log.warn(capacity.warning)
  })
}
