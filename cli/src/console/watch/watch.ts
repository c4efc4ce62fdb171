import { backoffMs } from '@inkling/mock-server/contract/backoff'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { type ControlStatus, controlStatus } from '@inkling/mock-server/contract/schemas/control'
import { connect, notAnInklingServer } from '../../calls/connect.ts'
import type { ServerEvent } from '../../calls/event-stream.ts'
import { listen } from '../../calls/event-stream.ts'
import { readFigures } from '../../calls/server-figures.ts'
import { forgetFacts, kindOf } from '../../calls/target-facts.ts'
import { explain } from '../../explain.ts'
import type { Settings } from '../../settings/settings.ts'
import { cleanedData } from '../../terminal-text.ts'
import type { Store } from '../store.ts'
import { DocumentedGames } from './documented-games.ts'
import { ReferenceGames } from './reference-games.ts'
import { NOTHING_WATCHED, type Watched } from './watched.ts'

const EVERY_MS = 5000
/** While the server is down, and while it refuses the events or ends them at once. */
const LOST = { first: 1000, max: 5000 }
const NO_STREAM = { first: 1000, max: 60_000 }
/** A stream that ends sooner has failed. */
const STEADY_STREAM_MS = 10_000
/** Events arrive in bursts and are processed together. */
const BATCH_MS = 60
/** Reading the metrics costs the server more than reading its status. */
const FIGURES_EVERY_MS = 15_000
const MAX_EVENTS = 500
/** The maximum difference between the displayed clock and the server's. */
const MAX_DRIFT_MS = 1500

export interface Watch {
  /** Reloads everything, for example after the console's own change. */
  refresh(): Promise<void>
  loadDetails(gameId: string): Promise<void>
  stop(): void
}

/**
 * Watches a target and updates the store: listens to its events, and polls its status in between. Waits while the
 * server is down, and reloads when it is back.
 * @param device the player whose games are shown if there are no controls.
 */
export function watchTarget<State extends Watched>(
  settings: Settings,
  store: Store<State>,
  device: string | undefined,
): Watch {
  const client = connect(settings)
  const reference = new ReferenceGames(client)
  const documented = new DocumentedGames(settings, device)
  const stopped = new AbortController()
  const changed = new Set<string>()
  let isAllChanged = true
  let stream: 'closed' | 'opening' | 'open' = 'closed'
  let streamFailures = 0
  let nextStreamAt = 0
  let lostReads = 0
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let counts = ''
  let figuresAt = Number.NEGATIVE_INFINITY
  let hasFailed = false

  /** Skips values that did not change, so that nothing is redrawn. */
  const change = (given: Partial<Watched>) => {
    // Pictures are large, and never shown as text.
    const { pictures: _, ...texts } = given
    const part: Partial<Watched> = { ...given, ...cleanedData(texts) }
    const before: Watched = store.get()
    const names = Object.keys(part) as (keyof Watched)[]
    if (stopped.signal.aborted || names.every((name) => before[name] === part[name])) return
    store.change((state) => ({ ...state, ...part }))
  }

  function next(ms: number): void {
    clearTimeout(timer)
    if (!stopped.signal.aborted) timer = setTimeout(() => void poll(), ms)
  }

  /** Waits for the current read, then reads again. */
  async function poll(): Promise<void> {
    clearTimeout(timer)
    await reading
    let failed = false
    reading = read().catch((error: unknown) => {
      failed = true
      // One broken connection does not mean that the server is down. The next read decides.
      if (hasFailed || store.get().connection !== 'live')
        change({ connection: 'lost', problem: sentenceOf(error) })
    })
    await reading
    hasFailed = failed
    const isLost = store.get().connection !== 'live' || failed
    lostReads = isLost ? lostReads + 1 : 0
    next(isLost ? backoffMs(lostReads, LOST) : EVERY_MS)
  }

  async function read(): Promise<void> {
    const { connection } = store.get()
    const wasLost = connection !== 'live'
    const status = await readStatus()
    const { status: before } = store.get()
    const isOther = typeof status !== 'string' && before !== null && before.seed !== status.seed
    // After an outage, it may be a different server or have a different world.
    if (connection === 'lost' || isOther) forgetWorld()
    if (typeof status === 'string') {
      const problem = [status, await documented.read()].filter(Boolean).join(' ')
      const { games, names, pictures } = documented
      const lacksKey = status === NO_KEY
      change({ connection: 'live', kind: 'documented', lacksKey, problem, games, names, pictures })
      return
    }
    const newCounts = JSON.stringify([status.counts, status.day])
    // Without events, nothing says which games have changed.
    if (newCounts !== counts || wasLost || streamFailures > 0) isAllChanged = true
    const hasChanged =
      JSON.stringify(operated(before)) !== JSON.stringify(operated(status)) ||
      before?.clock !== status.clock ||
      before.day !== status.day ||
      newCounts !== counts ||
      (status.clock === 'frozen' ? before.now !== status.now : drift(status.now) > MAX_DRIFT_MS)
    counts = newCounts
    if (wasLost || hasChanged) change({ status, statusAt: performance.now() })
    change({ targetKind: kindOf(settings, status.protected).kind })
    if (wasLost || performance.now() - figuresAt > FIGURES_EVERY_MS) {
      figuresAt = performance.now()
      change({ figures: await readFigures(settings, stopped.signal) })
    }
    await readGames()
    change({ connection: 'live', kind: 'reference', lacksKey: false, problem: null })
    openStream()
  }

  function forgetWorld(): void {
    reference.forget()
    documented.forget()
    forgetFacts()
    const { games, names, pictures } = NOTHING_WATCHED
    change({ games, names, pictures, events: [] })
  }

  /** The difference between the displayed clock and the server's. */
  function drift(now: string): number {
    const { status, statusAt } = store.get()
    if (!status) return Number.POSITIVE_INFINITY
    return Math.abs(Date.parse(now) - Date.parse(status.now) - (performance.now() - statusAt))
  }

  async function readGames(): Promise<void> {
    if (!isAllChanged && changed.size === 0) return
    const which = isAllChanged ? ('all' as const) : new Set(changed)
    isAllChanged = false
    changed.clear()
    try {
      await reference.read(which)
    } catch (error) {
      isAllChanged = true
      throw error
    }
    // The keys that act on a game ask what kind of server it is, so both are known at once.
    change({ kind: 'reference', games: reference.games, names: reference.names })
  }

  /** The status of a reference server, or a sentence why there is none. Throws if no Inkling server answers. */
  async function readStatus() {
    let answer: unknown
    try {
      answer = await client.getControlStatus({}, { signal: stopped.signal })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) return NO_CONTROLS
      if (error.status === 401 || error.status === 403) return NO_KEY
      throw error
    }
    const status = controlStatus.safeParse(answer)
    if (!status.success || status.data.product !== PRODUCT) throw notAnInklingServer(settings)
    return status.data
  }

  function openStream(): void {
    if (stream !== 'closed' || stopped.signal.aborted || performance.now() < nextStreamAt) return
    stream = 'opening'
    let openedAt = Number.POSITIVE_INFINITY
    const opened = () => {
      stream = 'open'
      openedAt = performance.now()
      isAllChanged = true
    }
    listen(settings, stopped.signal, onEvent, opened)
      // The next read reports the server's state.
      .catch(() => undefined)
      .finally(() => {
        stream = 'closed'
        isAllChanged = true
        const wasSteady = performance.now() - openedAt > STEADY_STREAM_MS
        streamFailures = wasSteady ? 0 : streamFailures + 1
        if (wasSteady) next(BATCH_MS)
        else nextStreamAt = performance.now() + backoffMs(streamFailures, NO_STREAM)
      })
  }

  function onEvent(event: ServerEvent): void {
    if (event.type === 'world-replaced') reference.forget()
    if (event.gameId === undefined || event.type === 'game-created') isAllChanged = true
    else changed.add(event.gameId)
    change({ events: [...store.get().events, event].slice(-MAX_EVENTS) })
    next(BATCH_MS)
  }

  void poll()
  return {
    async refresh() {
      isAllChanged = true
      await poll()
    },
    async loadDetails(gameId) {
      const isReference = store.get().kind === 'reference'
      const games = isReference ? reference : documented
      // Unreadable drawings are not shown. The next read reports whether the server is down.
      const isNew = await games.readDrawings(gameId).catch(() => false)
      if (!isNew) return
      change({ pictures: games.pictures })
      if (!isReference) change({ games: documented.games })
    },
    stop() {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

/** What admins change: it is shown as soon as it is read. */
const operated = (status: ControlStatus | null) => [
  status?.maintenance,
  status?.announcements,
  status?.openReports,
  status?.faults,
  status?.capacity?.warning,
]

const NO_CONTROLS =
  'This server has no controls. Only a reference server shows the games of the day, players, its clock and live events.'
const NO_KEY =
  'This is a reference server, whose controls need the admin key. Give it with --admin-key or INKLING_ADMIN_KEY.'

const sentenceOf = (error: unknown): string =>
  (explain(error).sentence ?? 'The server does not answer.').split('\n', 1)[0] ?? ''
