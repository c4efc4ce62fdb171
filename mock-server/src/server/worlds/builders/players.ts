import { Random } from '@inkling/fixtures/random'
import { type DrawableWord, words } from '@inkling/fixtures/words'
import { expireTurn } from '../../../core/rules/game/expiry.ts'
import { type Game, nextTurnType, turnDeadline } from '../../../core/rules/game/game.ts'
import { answerOf } from '../../../core/rules/game/guess.ts'
import { dayEnd } from '../../../core/rules/time/day.ts'
import { type Instant, plus } from '../../../core/rules/time/instant.ts'
import {
  endedWithDrawing,
  endedWithGuesses,
  type Judge,
  startedTurn,
} from '../../../engine/simulation/simulated-turn.ts'
import { guessesAt } from './guesses.ts'
import { idOf } from './ids.ts'
import type { Picture, WorldPictures } from './pictures.ts'

export interface PlayersOptions {
  readonly seed: string
  readonly timeZone: string
  readonly pictures: WorldPictures
  readonly judge: Judge
  /** The words that wrong guesses are chosen from; all words if absent. */
  readonly vocabulary?: readonly DrawableWord[]
}

/** Plays turns as people would, from a seed: draws prompts and guesses drawings. */
export class Players {
  readonly #options: PlayersOptions
  /** The words that players meant by misspelled guesses. */
  readonly #meant = new Map<string, string>()

  constructor(options: PlayersOptions) {
    this.#options = options
  }

  /**
   * Plays a player's turn, starting at an instant.
   * @param hand the drawing style: the same hand draws a word the same way.
   * @param guesses what the player guesses in a guessing turn. Default: as the seed decides.
   * @returns the game and when the turn ended.
   */
  play(
    game: Game,
    userId: string,
    at: Instant,
    hand: string,
    guesses?: readonly string[] | 'right',
  ): { game: Game; at: Instant } {
    const random = new Random(`${this.#options.seed}\n${userId}\n${at}`)
    const answer = answerOf(game)
    const prompt = this.#meant.get(answer) ?? answer
    const started = this.#start(game, userId, at)
    return nextTurnType(game) === 'drawing'
      ? this.#draw(started, at, this.#options.pictures.of(prompt, hand), random)
      : this.#guess(started, at, prompt, random, guesses === 'right' ? [prompt] : guesses)
  }

  /** Starts a turn and lets it expire. The player is skipped. */
  abandon(game: Game, userId: string, at: Instant): Game {
    const started = this.#start(game, userId, at)
    return started.turn ? expireTurn(started, turnDeadline(started.turn)) : started
  }

  #start(game: Game, userId: string, now: Instant): Game {
    const turnId = idOf('turn', game.id, game.turnsStarted)
    return startedTurn(game, { userId, turnId, now, dayEnd: dayEnd(game.day, this.#options.timeZone) })
  }

  #draw(game: Game, at: Instant, picture: Picture, random: Random) {
    const timeSpent = random.whole(45, 270)
    const end = plus(at, timeSpent * 1000)
    return { game: endedWithDrawing(game, { ...picture, timeSpent }, end), at: end }
  }

  #guess(game: Game, at: Instant, prompt: string, random: Random, given?: readonly string[]) {
    const guesses =
      given?.map((word) => ({ text: word, word })) ??
      guessesAt(prompt, this.#options.vocabulary ?? words, random)
    for (const { text, word } of guesses) if (text !== word) this.#meant.set(text, word)
    const timeSpent = Math.min(290, random.whole(8, 40) * guesses.length)
    const end = plus(at, timeSpent * 1000)
    const made = guesses.map(({ text }, index) => ({
      guess: text,
      at: plus(at, Math.round((timeSpent * 1000 * (index + 1)) / (guesses.length + 1))),
    }))
    return { game: endedWithGuesses(game, { guesses: made, timeSpent }, this.#options.judge, end), at: end }
  }
}
