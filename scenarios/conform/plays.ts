import type { Bot, TurnTaken } from '../bots/bot.ts'
import type { Listening } from '../runner/targets/target.ts'
import { holds } from './findings.ts'
import type { Circle, Probe } from './probe.ts'

/* What the players of a point do. */

/** Starts a turn and submits a drawing. */
export const draws = async (bot: Bot): Promise<TurnTaken> => bot.draw(await bot.client.startTurn())

/** Starts a turn, makes these guesses, and submits one of them: the last one, if no other is named. */
export async function guesses(
  probe: Probe,
  bot: Bot,
  made: readonly string[],
  final = made.at(-1) ?? '',
): Promise<void> {
  await probe.replies('startTurn', {}, bot)
  for (const guess of made) await probe.replies('submitGuess', { guess }, bot)
  await submitsGuess(probe, bot, final)
}

/** Submits a guess of the turn that the player holds. */
export const submitsGuess = (probe: Probe, bot: Bot, guess: string) =>
  probe.replies('submitTurn', { content: { guess }, timeSpent: 3 }, bot)

/** An open game in which Ann has drawn the outcome, and Ben holds the turn. */
export async function guesserIn(probe: Probe, count: number): Promise<Circle & { readonly outcome: string }> {
  const circle = await probe.circle(count)
  const { outcome } = await draws(circle.ann)
  await probe.replies('startTurn', {}, circle.ben)
  return { ...circle, outcome: outcome ?? '' }
}

/** A completed game of two: Ann has drawn, and Ben has skipped. */
export async function played(probe: Probe): Promise<Circle> {
  const circle = await probe.circle(2)
  await draws(circle.ann)
  await probe.replies('skipTurn', {}, circle.ben)
  return circle
}

/** A completed game with a drawing of Ben and a guess of Cat. Ann, the host, has skipped, and so have all others. */
export async function finished(probe: Probe, count = 3): Promise<Circle> {
  const circle = await probe.circle(count)
  const { ann, ben, cat, players } = circle
  await probe.replies('skipTurn', {}, ann)
  await draws(ben)
  await guesses(probe, cat, [WRONG_1])
  for (const bot of players.slice(3)) await probe.replies('skipTurn', {}, bot)
  return circle
}

/** The first step of a completed game, as a player sees it. */
export const firstStep = async (probe: Probe, gameId: string, by: Bot) =>
  (await probe.replies('getGame', { id: gameId }, by)).chain[0]

/** The first step in public results. */
export const publicStep = async (probe: Probe, gameId: string, by: Bot | null = null) =>
  (await probe.replies('getPublicResults', { gameId }, by)).chain[0]

/** The reactions to the first step of a game, as a player sees them. */
export const reactionsTo = async (probe: Probe, gameId: string, by: Bot) =>
  (await probe.replies('getReactions', { gameId }, by)).stepReactions[0]?.reactions ?? []

/** Reports a step of a completed game. */
export const reportOf = (probe: Probe, gameId: string, stepIndex: 0 | 1, by: Bot) =>
  probe.replies('report', { gameId, kind: KINDS[stepIndex], stepIndex, reason: 'other' }, by)
const KINDS = ['drawing', 'guess'] as const

/** The next message to a socket, or its close. */
export async function nextMessage(listening: Listening) {
  const message = await listening.next(AbortSignal.timeout(5000)).catch(() => null)
  holds(message !== null, 'no message arrives within 5 s')
  return message
}

/** How many minutes of the server's clock are left. */
export const minutesUntil = async (probe: Probe, instant: string): Promise<number> =>
  (Date.parse(instant) - Date.parse((await probe.replies('getClock')).now)) / MINUTE

/** Texts that are no word, and no one's guess by chance. */
export const [WRONG_1, WRONG_2, WRONG_3] = ['qwxqwx', 'zzyzzy', 'jkvjkv'] as const

export const SECOND = 1000
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A day without a change of the clocks. */
export const DAY = 24 * HOUR
