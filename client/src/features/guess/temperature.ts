/** Below this score a guess is cold. */
const COLD = 40

export const isCold = (score: number): boolean => score < COLD
