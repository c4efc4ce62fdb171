/** Every route of the app (spec section 2), once: screens link through this table. */
export const PATHS = {
  home: '/',
  ready: '/game/ready',
  draw: '/game/draw',
  guess: '/game/guess',
  complete: '/game/complete',
  submitted: '/game/submitted',
  results: '/game/results',
  onboarding: '/onboarding',
  group: '/group',
  createGroup: '/group/create',
  joinGroup: '/group/join',
  history: '/history',
  profile: '/profile',
  howToPlay: '/how-to-play',
  privacyPolicy: '/privacy-policy',
  termsOfUse: '/terms-of-use',
  /** Without an id, to say that one is missing. */
  publicResults: '/public/results/:gameId?',
} as const

export const resultsPath = (gameId: string) => `${PATHS.results}?gameId=${encodeURIComponent(gameId)}`
export const publicResultsPath = (gameId: string) => `/public/results/${encodeURIComponent(gameId)}`
/** Where a turn is played, by what kind of turn it is. */
export const turnPath = (type: 'drawing' | 'guess' | 'guessing') =>
  type === 'drawing' ? PATHS.draw : PATHS.guess
