import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@inkling/mock-server/contract/api-error'
import { Bot } from '../bots/bot.ts'
import { cachedSketchbook } from '../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../bots/library-sketchbook.ts'
import { fastPace } from '../bots/pace.ts'
import { PERSONAS } from '../bots/personas.ts'
import { pooledFetch } from '../bots/pooled-fetch.ts'
import { CallLog } from '../runner/steps/call-log.ts'
import { say } from './figures.ts'
import { withServer } from './reference-server.ts'

/*
 * 500 bots on one server, in groups of five that arrive within half a minute. In each round, all players of a group
 * who have not played yet try to start the turn at the same time.
 */

const GROUPS = 100
const PLAYERS = 5
const ARRIVE_MS = 30_000

const sketchbook = cachedSketchbook(loadSketchbook())
// Load the recogniser before the first bot plays.
await sketchbook.recognise((await sketchbook.draw('cat', 'warm up', 1)).png, 5)
const log = new CallLog()
let turns = 0
let heldByMany = 0

await withServer(async (baseUrl) => {
  const access = { baseUrl, fetch: log.watch(pooledFetch(baseUrl)) }
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: GROUPS }, async (_, at) => {
      await sleep((ARRIVE_MS * at) / GROUPS)
      await playTogether(access, `group ${at}`)
    }),
  )
  say('500 bots, from the first sign-in to the last turn', (performance.now() - startedAt) / 1000, 's', 60)
})
const { errors, p95, calls } = log.timings
say('turns played', turns, '', GROUPS * PLAYERS, 'at least')
say('turns without exactly one holder', heldByMany, '', 0)
say('calls that failed with a server error', errors, '', 0)
say(`p95 of ${calls} calls`, p95, 'ms', 150)

async function playTogether(access: { baseUrl: string; fetch: typeof fetch }, seed: string): Promise<void> {
  const bots = Array.from({ length: PLAYERS }, (_, at) => {
    const name = `bot${at}`
    const options = { name, access, persona: PERSONAS.steady, sketchbook, pace: fastPace }
    return new Bot({ ...options, seed: `${seed}/${at}` })
  })
  await Promise.all(bots.map((bot) => bot.signInAsNew()))
  const [host, ...guests] = bots
  if (!host) return
  const { code } = await host.client.createGroup({ body: { name: seed } })
  for (const guest of guests) await guest.client.joinGroup({ body: { code } })
  await host.client.jumpIn()
  let waiting = bots
  while (waiting.length > 0) {
    const held = await Promise.all(waiting.map((bot) => startTurn(bot)))
    const holders = waiting.filter((_, at) => held[at])
    if (holders.length !== 1) heldByMany++
    const [holder] = holders
    if (!holder) return
    await holder.playTurn()
    turns++
    waiting = waiting.filter((bot) => bot !== holder)
  }
}

/** Whether the bot got the turn. Another bot may have been faster. */
async function startTurn(bot: Bot): Promise<boolean> {
  try {
    await bot.client.startTurn()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CONFLICT') return false
    throw error
  }
}
