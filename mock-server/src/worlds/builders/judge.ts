import type { Attempt } from '../../rules/game.ts'

/** Scores a guess against the drawer's prompt: the word or an earlier guess. */
export type Judge = (guess: string, target: string) => Pick<Attempt, 'score' | 'category'>
