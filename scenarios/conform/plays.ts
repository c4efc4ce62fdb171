import type { Bot, TurnTaken } from '../bots/bot.ts'
import type { Probe } from './probe.ts'

/* Turns of the players of a point. */

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

/** Texts that are no word, and no one's guess by chance. */
export const WRONG = ['qwxqwx', 'zzyzzy', 'jkvjkv'] as const

export const SECOND = 1000
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** A day without a change of the clocks. */
export const DAY = 24 * HOUR
