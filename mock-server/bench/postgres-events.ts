import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { crowdUserId } from '../src/compose/crowd.fixture.ts'
import { Notifications } from '../src/stores/postgres/notifications.ts'
import { PostgresStore } from '../src/stores/postgres/postgres-store.ts'
import { mapConcurrently } from './map-concurrently.ts'

/* The cost of notifying another process of each write, and the delay until that process is notified. */

export interface EventSamples {
  /** Commits of one document per second without notifications, for each round. */
  readonly rates: readonly number[]
  /** How many times as long the same commits take when each notifies another process, for each round. */
  readonly slower: readonly number[]
  /** Delays of notifications in milliseconds. */
  readonly delays: readonly number[]
}

/** The argument that starts this program as the listening process. */
export const LISTEN = 'listen'

/** Writes without and with events alternate, so that other load on the machine affects both. */
const ROUNDS = 30
const WRITES = 1000

interface Sent {
  /** Milliseconds since the epoch. */
  readonly sentAt: number
}

const now = () => performance.timeOrigin + performance.now()

const options = {
  label: 'benchmark',
  onItem: () => {},
  onMissed: () => {},
  onProblem: (problem: unknown) => {
    throw problem
  },
}

/** @param groups the number of groups in the database, with users named by {@link crowdUserId}. */
export async function measureEvents(url: string, groups: number): Promise<EventSamples> {
  const store = await PostgresStore.open(url)
  const notifications = await Notifications.open(url, options)
  const listener = fork(fileURLToPath(import.meta.url), [LISTEN, url])
  try {
    await once(listener, 'message')
    const write = async (at: number) => {
      await store.transaction(async (tx) => {
        const [user] = await tx.getMany('users', [crowdUserId(at % groups, 3)])
        if (!user) throw new Error('A user of the crowd is missing')
        tx.put('users', { ...user, groupsFounded: user.groupsFounded + 1 })
      })
    }
    const notify = () =>
      notifications.send({ type: 'turn-started', gameId: '0123456789abcdefghijkl', sentAt: now() })
    const timed = async (after: () => void) => {
      const startedAt = performance.now()
      const places = Array.from({ length: WRITES }, (_, at) => at)
      await mapConcurrently(places, (at) => write(at).then(after))
      return (performance.now() - startedAt) / 1000
    }
    await timed(() => {})
    const rates: number[] = []
    const slower: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const seconds = await timed(() => {})
      rates.push(WRITES / seconds)
      slower.push((await timed(notify)) / seconds)
    }
    await notifications.flush()
    listener.send(ROUNDS * WRITES)
    const [delays] = (await once(listener, 'message')) as [number[]]
    return { rates, slower, delays }
  } finally {
    listener.kill()
    await notifications.close()
    await store.close()
  }
}

/** Runs the listening process, which sends the delays in milliseconds after the requested number of events. */
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
