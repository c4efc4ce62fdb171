import { crowdDevice } from '../src/compose/crowd.fixture.ts'
import { type Caller, pictures, submission } from './engine-callers.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { median } from './quantiles.ts'

/** Median CPU of one call in microseconds, by the name of the call. */
export type CallCosts = Readonly<Record<string, number>>

/** A server whose calls are measured. */
export interface MeasuredServer {
  signIn(deviceId: string): Promise<Caller>
  /** Runs `calls` while no other server is measured. @returns the server's CPU time meanwhile, in microseconds. */
  run(calls: () => Promise<unknown>): Promise<number>
}

/** Calls are measured in blocks. The figure is the median block. */
const BLOCK = 50
/** The members of a group who draw and guess. */
const TURNS = [
  [0, 1],
  [2, 3],
] as const
const GUESS = 'a purple elephant'
/** Read-only calls are fast, so each player makes several. */
const READS_EACH = 5

/**
 * Measures each call by players of every second one of these groups of a crowd, whose games of the day have not begun.
 * Players of the other groups make the same calls before, so that V8 compiles the code, in particular after a full
 * collection, which discards optimized code.
 * @param restMs the time before the measurement in which V8's concurrent threads can finish: their CPU would count.
 */
export async function measureCallCosts(
  server: MeasuredServer,
  groups: readonly number[],
  restMs: number,
): Promise<CallCosts> {
  await costsOfDay(
    server,
    groups.filter((_, at) => at % 2 === 0),
  )
  await new Promise((resolve) => setTimeout(resolve, restMs))
  return costsOfDay(
    server,
    groups.filter((_, at) => at % 2 === 1),
  )
}

async function costsOfDay(server: MeasuredServer, groups: readonly number[]): Promise<CallCosts> {
  const blocks: Record<string, number[]> = {}
  const measure = async (name: string, callers: readonly Caller[], work: Work) => {
    blocks[name] ??= []
    blocks[name].push(...(await blocksOf(server, callers, work)))
  }
  const drawings = pictures()
  for (const [drawer, guesser] of TURNS) {
    const drawers: Caller[] = []
    const guessers: Caller[] = []
    const loners: Caller[] = []
    await server.run(async () => {
      const signIn = (deviceOf: (group: number) => string) =>
        mapConcurrently(groups, (group) => server.signIn(deviceOf(group)))
      drawers.push(...(await signIn((group) => crowdDevice(group, drawer))))
      guessers.push(...(await signIn((group) => crowdDevice(group, guesser))))
      loners.push(...(await signIn((group) => `device_alone_${drawer}_${group}_0123456789`)))
      // The first call of a player verifies the token.
      await mapConcurrently(drawers, (caller) => caller('getToday'))
    })
    const often = Array.from({ length: READS_EACH }, () => drawers).flat()
    await measure('today', often, (caller) => caller('getToday'))
    await measure('stats', often, (caller) => caller('getDailyStats'))
    await measure('start', drawers, (caller) => caller('startTurn'))
    await measure('submit', drawers, (caller, at) =>
      caller('submitTurn', submission(drawings[at % drawings.length])),
    )
    await server.run(() => mapConcurrently(guessers, (caller) => caller('startTurn')))
    await measure('guess', guessers, (caller) => caller('submitGuess', { guess: GUESS }))
    await server.run(() =>
      mapConcurrently(guessers, (caller) =>
        caller('submitTurn', { content: { guess: GUESS }, timeSpent: 30 }),
      ),
    )
    await measure('jump-in', loners, (caller) => caller('jumpIn'))
  }
  return Object.fromEntries(Object.entries(blocks).map(([name, each]) => [name, median(each)]))
}

type Work = (caller: Caller, at: number) => Promise<unknown>

/** CPU of one call in microseconds, for each block of calls. */
async function blocksOf(server: MeasuredServer, callers: readonly Caller[], work: Work): Promise<number[]> {
  const blocks: number[] = []
  for (let first = 0; first < callers.length; first += BLOCK) {
    const some = callers.slice(first, first + BLOCK)
    const cpu = await server.run(() => mapConcurrently(some, (caller, at) => work(caller, first + at)))
    blocks.push(cpu / BLOCK)
  }
  return blocks
}
