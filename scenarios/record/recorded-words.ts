import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { valueAtPath } from '../runner/language/values/json-path.ts'

/** Responses that have the word of a game whole. */
const RESULTS: readonly EndpointName[] = ['getGame', 'getPublicResults', 'getYesterdayResults']
const TODAY: readonly EndpointName[] = ['getToday', 'jumpIn', 'skipTurn']

/** The words of the recorded games, with which a replay gives the same prompts and scores. */
export class RecordedWords {
  readonly #days = new Map<string, string>()
  readonly #words = new Map<string, string>()

  /** Collects the day and the word of a game in a response. */
  collect(name: EndpointName, reply: unknown): void {
    const gameId = valueAtPath(reply, '$.gameId')
    if (typeof gameId !== 'string') return
    const date = valueAtPath(reply, '$.date')
    if (typeof date === 'string' && [...RESULTS, ...TODAY].includes(name)) this.#days.set(gameId, date)
    // The prompt of a later drawer is a guess.
    const isFirst = name === 'startTurn' && !valueAtPath(reply, '$.previousEntry')
    const word = valueAtPath(reply, '$.word')
    if (typeof word === 'string' && (RESULTS.includes(name) || isFirst)) this.#words.set(gameId, word)
  }

  /** The word of each day; undefined if none is known. Of several games of a day, the last one counts. */
  get byDay(): Record<string, string> | undefined {
    const words = [...this.#words].flatMap(([gameId, word]): [string, string][] => {
      const day = this.#days.get(gameId)
      return day === undefined ? [] : [[day, word]]
    })
    return words.length === 0 ? undefined : Object.fromEntries(words.sort())
  }
}
