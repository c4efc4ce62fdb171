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
 * How fast whole chains are played: over HTTP with new drawings each time, and in process with each word drawn once.
 */

const GAMES = 5

await withServer(async (baseUrl) => {
  const door = { baseUrl, fetch: pooledFetch(baseUrl) }
  const sketchbook = loadSketchbook()
  const plan = { door, sketchbook, pace: fastPace, players: 10, personas: ['steady'] as const }
  const times: number[] = []
  for (let game = 0; game <= GAMES; game++) {
    const begun = performance.now()
    const { results } = await playGame({ ...plan, seed: `chain ${game}` })
    if (results?.chain.length !== 10) throw new Error('the chain of ten was not played to its end')
    // The first game also loads the stroke library.
    if (game > 0) times.push((performance.now() - begun) / 1000)
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
say('whole 6-player chains in process', summary.games / (wallMs / 1000), 'a second', 200, 'at least')
