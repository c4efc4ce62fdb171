import type { Random } from '@inkling/fixtures/random'
import { REACTION_TYPES } from '@inkling/mock-server/contract/schemas/reactions'
import type { Bot } from '../bots/bot.ts'
import { unless } from '../bots/unless.ts'

/** What a bot does, as a step of the scenario language. */
interface Move {
  readonly do: string
  readonly with?: Readonly<Record<string, string | number>>
}
/** Receives each move before its call. */
type Note = (move: Move) => void

/** The probability that a slow player lets a turn expire. */
const SLOW_MISSES = 0.15
/** The probability that a player who comes back the next day leaves a turn open. */
const LEFT_OPEN = 0.5
/** The probability that a player who leaves passes before their turn. */
const PASSES = 0.5
/** Guesses of a player whose time runs out. */
const HASTY = ['house', 'animal', 'water', 'food', 'car']

/** A player's turn, or what the player does in its place. @returns the id of the game. */
export async function playRound(bot: Bot, random: Random, note: Note): Promise<string | null> {
  const { client, persona } = bot
  // A leaver stays in the group here: leaving it would end all later days.
  if (persona.leaves && random.chance(PASSES)) {
    note({ do: 'skip-turn' })
    return (await client.skipTurn()).gameId
  }
  const runsOut =
    (persona.name === 'slow' && random.chance(SLOW_MISSES)) || (persona.comesBack && random.chance(LEFT_OPEN))
  if (!persona.leaves && !runsOut) {
    note({ do: 'play-turn' })
    return (await bot.playTurn()).gameId
  }
  note({ do: 'start-turn' })
  const { type, gameId } = await client.startTurn()
  for (const guess of random.shuffle(HASTY).slice(0, type === 'guess' && runsOut ? 3 : 0)) {
    note({ do: 'submit-guess', with: { guess } })
    if ((await client.submitGuess({ body: { guess } })).turnComplete) break
  }
  return gameId
}

/** Reacts to yesterday's game, and takes the last reaction back now and then. */
export async function react({ name, client }: Bot, random: Random, note: Note): Promise<void> {
  const yesterday = await client.getYesterdayResults().catch(unless(404))
  if (yesterday === null || yesterday.chain.length === 0) return
  note({ do: 'yesterday' })
  const { gameId, chain } = yesterday
  const noted = { gameId: `\${${name}.yesterdayGameId}` }
  let stepIndex = 0
  for (let times = random.whole(0, 3); times > 0; times--) {
    stepIndex = random.whole(0, chain.length - 1)
    const reactionType = random.pick(REACTION_TYPES)
    note({ do: 'add-reaction', with: { ...noted, stepIndex, reactionType } })
    await client.addReaction({ params: { gameId }, body: { stepIndex, reactionType } })
  }
  if (!random.chance(0.2)) return
  note({ do: 'remove-reaction', with: { ...noted, stepIndex } })
  await client.removeReaction({ params: { gameId, stepIndex } })
}
