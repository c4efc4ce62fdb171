import type { TurnView } from '@inkling/mock-server/contract/schemas/game'

/** What a turn asks to be drawn: the word, or what the player before took the last drawing for. */
export function promptOf({ word, previousEntry }: Pick<TurnView, 'word' | 'previousEntry'>): {
  text: string
  label: 'Draw the word' | 'Draw the guess'
} {
  const guess = previousEntry?.guess
  return guess === undefined
    ? { text: word ?? '', label: 'Draw the word' }
    : { text: guess, label: 'Draw the guess' }
}
