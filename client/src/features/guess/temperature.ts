/** Scores below this say nothing more than that a guess is far off. */
const COLD = 40

export const isCold = (score: number): boolean => score < COLD
