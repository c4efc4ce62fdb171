/** The paths of all routes (SCREENS.md, Routes). Screens link through this table. */
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
  /** The id is optional, because the screen reports a missing one. */
  publicResults: '/public/results/:gameId?',
} as const

/** The parameter of the drawing screen that asks for a sheet to practise on. */
export const PRACTICE = 'practice'
export const practicePath = `${PATHS.draw}?${PRACTICE}`

export const resultsPath = (gameId: string) => `${PATHS.results}?gameId=${encodeURIComponent(gameId)}`
export const publicResultsPath = (gameId: string) => `/public/results/${encodeURIComponent(gameId)}`
/** The path of a turn screen by the type of the turn. */
export const turnPath = (type: 'drawing' | 'guess' | 'guessing') =>
  type === 'drawing' ? PATHS.draw : PATHS.guess
