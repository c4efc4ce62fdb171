import type { Attempt } from '../../rules/game.ts'

/** Scores a guess against the word, or the guess, that the drawer had. */
export type Judge = (guess: string, target: string) => Pick<Attempt, 'score' | 'category'>
