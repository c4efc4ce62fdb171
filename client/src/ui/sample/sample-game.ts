/** Stands in place of the id of a game in the results of the sample chain, which no server knows. */
export const SAMPLE_GAME = 'sample'
