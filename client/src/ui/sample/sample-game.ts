/** The game id in the results of the sample chain. No server has a game with this id. */
export const SAMPLE_GAME = 'sample'
