import type { GameResults } from '@inkling/mock-server/contract/schemas/results'

/** Totals over all games of a simulation. */
export interface Summary {
  readonly games: number
  /** Games that all players finished before midnight. */
  readonly completedInTime: number
  readonly turnsPlayed: number
  readonly turnsMissed: number
  /** How the meaning drifts: games by number of guesses in the chain. */
  readonly drift: readonly DriftRow[]
  /** The number of guesses that scored 0 to 9, 10 to 19, and so on; the last is 100. */
  readonly scores: readonly number[]
  /** The words whose meaning was lost most often, worst first. */
  readonly hardestWords: readonly WordRow[]
}

interface DriftRow {
  readonly guesses: number
  readonly games: number
  /** The mean score of the final guess against the starting word. */
  readonly meanScore: number
  /** The share of games (0 to 1) whose final guess counts as correct. */
  readonly survived: number
}

interface WordRow {
  readonly word: string
  readonly games: number
  readonly meanScore: number
}

/** The minimum score at which a word counts as survived: the guess would be correct. */
const SURVIVED_FROM = 85
const WORDS_SHOWN = 10

interface Sum {
  games: number
  score: number
  survived: number
}

/** Adds up games one by one, without storing them. */
export class Tally {
  #games = 0
  #completedInTime = 0
  #turnsPlayed = 0
  #turnsMissed = 0
  readonly #drift = new Map<number, Sum>()
  readonly #words = new Map<string, Sum>()
  readonly #scores = new Array<number>(11).fill(0)

  /** @param players the number of players in the game. */
  addGame(
    { word, chain, similarityScore }: Pick<GameResults, 'word' | 'chain' | 'similarityScore'>,
    players: number,
  ): void {
    this.#games++
    this.#turnsPlayed += chain.length
    this.#turnsMissed += players - chain.length
    if (chain.length === players) this.#completedInTime++
    const guesses = chain.filter(({ type }) => type === 'guessing')
    for (const { similarityScore: score = 0 } of guesses) {
      const band = Math.floor(score / 10)
      this.#scores[band] = (this.#scores[band] ?? 0) + 1
    }
    if (guesses.length === 0) return
    add(this.#drift, guesses.length, similarityScore)
    add(this.#words, word, similarityScore)
  }

  get summary(): Summary {
    const drift = [...this.#drift].sort(([a], [b]) => a - b)
    const words = [...this.#words].map(([word, sum]): WordRow => {
      return { word, games: sum.games, meanScore: sum.score / sum.games }
    })
    return {
      games: this.#games,
      completedInTime: this.#completedInTime,
      turnsPlayed: this.#turnsPlayed,
      turnsMissed: this.#turnsMissed,
      drift: drift.map(([guesses, { games, score, survived }]) => {
        return { guesses, games, meanScore: score / games, survived: survived / games }
      }),
      scores: [...this.#scores],
      hardestWords: words
        .sort((a, b) => a.meanScore - b.meanScore || a.word.localeCompare(b.word))
        .slice(0, WORDS_SHOWN),
    }
  }
}

function add<K>(sums: Map<K, Sum>, key: K, score: number): void {
  const sum = sums.get(key) ?? { games: 0, score: 0, survived: 0 }
  sum.games++
  sum.score += score
  if (score >= SURVIVED_FROM) sum.survived++
  sums.set(key, sum)
}
