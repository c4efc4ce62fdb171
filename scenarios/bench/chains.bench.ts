import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { fastPace } from '../bots/pace.ts'
import { playGame } from '../bots/play-game.ts'
import { pooledFetch } from '../bots/pooled-fetch.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { simulate } from '../simulate/simulate.ts'
import { say } from './figures.ts'
import { withServer } from './reference-server.ts'

/*
 * The speed of playing complete chains: over HTTP with new drawings each time, in process with each word drawn once.
 */

const GAMES = 5

await withServer(async (baseUrl) => {
  const access = { baseUrl, fetch: pooledFetch(baseUrl) }
  const sketchbook = loadSketchbook()
  const plan = { access, sketchbook, pace: fastPace, players: 10, personas: ['steady'] as const }
  const times: number[] = []
  for (let game = 0; game <= GAMES; game++) {
    const startedAt = performance.now()
    const { results } = await playGame({ ...plan, seed: `chain ${game}` })
    if (results?.chain.length !== 10) throw new Error('the chain of ten was not completed')
    // The first game also loads the stroke library.
    if (game > 0) times.push((performance.now() - startedAt) / 1000)
  }
  say('a ten-bot chain over HTTP, the slowest of five', Math.max(...times), 's', 1)
})

const sketchbook = cachedSketchbook(loadSketchbook())
const days = (seed: string, count: number) =>
  simulate({
    target: inProcessTarget({ seed, clock: '2026-01-01T12:00:00-05:00' }),
    sketchbook,
    groups: 20,
    players: 6,
    days: count,
    seed,
    personas: ['steady'],
    invariants: false,
  })
// The second run uses the same seed, so its drawings are cached.
await days('chains', 50)
const { summary, wallMs } = await days('chains', 50)
say('complete 6-player chains in process', summary.games / (wallMs / 1000), 'per second', 200, 'at least')
