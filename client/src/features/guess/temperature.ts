/** Below this score a guess is simply far off. */
const COLD = 40

export const isCold = (score: number): boolean => score < COLD
