import type { TurnView } from '@inkling/mock-server/contract/schemas/game'

/** The prompt of a turn: the word, or the previous player's guess. */
export function promptOf({ word, previousEntry }: Pick<TurnView, 'word' | 'previousEntry'>): {
  text: string
  label: 'Draw the word' | 'Draw the guess'
} {
  const guess = previousEntry?.guess
  return guess === undefined
    ? { text: word ?? '', label: 'Draw the word' }
    : { text: guess, label: 'Draw the guess' }
}
