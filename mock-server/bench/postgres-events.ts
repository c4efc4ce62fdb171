import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { crowdUserId } from '../src/compose/crowd.fixture.ts'
import { Notifications } from '../src/stores/postgres/notifications.ts'
import { PostgresStore } from '../src/stores/postgres/postgres-store.ts'
import { inTurn } from './engine-callers.ts'
import { median, p99 } from './quantiles.ts'

/* What it costs to tell another process of each write, and how soon that process hears of it. */

export interface EventCosts {
  /** Commits of one document without notifications. */
  readonly writesPerSecond: number
  /** How much slower the same commits are when each notifies another process, as a share of the rate. */
  readonly cost: number
  readonly p50: number
  readonly p99: number
}

/** The argument with which this program is started as the process that listens. */
export const LISTEN = 'listen'

/** Turns of writes without and with events, so that a busy second of the machine meets both. */
const ROUNDS = 12
const WRITES = 1000

interface Sent {
  /** In milliseconds since 1970. */
  readonly sentAt: number
}

const now = () => performance.timeOrigin + performance.now()

const options = {
  onItem: () => {},
  onMissed: () => {},
  onProblem: (problem: unknown) => {
    throw problem
  },
}

/** @param groups how many groups of {@link crowdUserId} the database has. */
export async function measureEvents(url: string, groups: number): Promise<EventCosts> {
  const store = await PostgresStore.open(url)
  const notifications = await Notifications.open(url, options)
  const listener = fork(fileURLToPath(import.meta.url), [LISTEN, url])
  try {
    await once(listener, 'message')
    const write = async (at: number) => {
      await store.transaction(async (tx) => {
        const [user] = await tx.getMany('users', [crowdUserId(at % groups, 3)])
        if (!user) throw new Error('The crowd lacks a user')
        tx.put('users', { ...user, groupsFounded: user.groupsFounded + 1 })
      })
    }
    const tell = () =>
      notifications.send({ type: 'turn-started', gameId: '0123456789abcdefghijkl', sentAt: now() })
    const timed = async (after: () => void) => {
      const begun = performance.now()
      const places = Array.from({ length: WRITES }, (_, at) => at)
      await inTurn(places, (at) => write(at).then(after))
      return (performance.now() - begun) / 1000
    }
    await timed(() => {})
    const alone: number[] = []
    const slower: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const seconds = await timed(() => {})
      alone.push(WRITES / seconds)
      slower.push((await timed(tell)) / seconds)
    }
    await notifications.flush()
    listener.send(ROUNDS * WRITES)
    const [delays] = (await once(listener, 'message')) as [number[]]
    return {
      writesPerSecond: median(alone),
      cost: 1 - 1 / median(slower),
      p50: median(delays),
      p99: p99(delays),
    }
  } finally {
    listener.kill()
    await notifications.close()
    await store.close()
  }
}

/** The process that listens: asked for a number of events, it reports how late each was, in milliseconds. */
export async function listen(url: string): Promise<void> {
  const delays: number[] = []
  let wanted = Number.POSITIVE_INFINITY
  const report = () => delays.length >= wanted && process.send?.(delays)
  const onItem = (item: object) => {
    delays.push(now() - (item as Sent).sentAt)
    report()
  }
  await Notifications.open(url, { ...options, onItem })
  process.on('message', (count) => {
    wanted = count as number
    report()
  })
  process.send?.('listening')
}
