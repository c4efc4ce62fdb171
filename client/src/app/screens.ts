import { matchPath } from 'react-router-dom'
import { publicResultsQuery } from '../features/results/public-results.ts'
import { PATHS } from '../paths.ts'
import { queryClient } from '../session/server/query-client.ts'
import { loadScreen, type Screen } from '../ui/page/load-screen.ts'

/** The screens that are loaded on demand, by the names of their paths. */
export const SCREENS = {
  onboarding: loadScreen(() => import('../features/onboarding/onboarding-screen.tsx')),
  ready: loadScreen(() => import('../features/ready/ready-screen.tsx')),
  draw: loadScreen(() => import('../features/draw/draw-screen.tsx')),
  guess: loadScreen(() => import('../features/guess/guess-screen.tsx')),
  complete: loadScreen(() => import('../features/submitted/complete-screen.tsx')),
  submitted: loadScreen(() => import('../features/submitted/submitted-screen.tsx')),
  results: loadScreen(() => import('../features/results/results-screen.tsx')),
  publicResults: loadScreen(() => import('../features/results/public-results-screen.tsx')),
  group: loadScreen(() => import('../features/group/group-screen.tsx')),
  createGroup: loadScreen(() => import('../features/group/create-group-screen.tsx')),
  joinGroup: loadScreen(() => import('../features/group/join-group-screen.tsx')),
  history: loadScreen(() => import('../features/history/history-screen.tsx')),
  profile: loadScreen(() => import('../features/profile/profile-screen.tsx')),
  howToPlay: loadScreen(() => import('../features/static/how-to-play-screen.tsx')),
  privacyPolicy: loadScreen(() => import('../features/static/privacy-policy-screen.tsx')),
  termsOfUse: loadScreen(() => import('../features/static/terms-of-use-screen.tsx')),
} satisfies Partial<Record<keyof typeof PATHS, Pick<Screen, 'preload'>>>

type Name = keyof typeof PATHS

/** Where players probably go next. */
const NEXT: Partial<Record<Name, (keyof typeof SCREENS)[]>> = {
  home: ['ready', 'results', 'group', 'history', 'profile'],
  ready: ['draw', 'guess'],
  draw: ['submitted'],
  guess: ['submitted'],
  group: ['ready'],
  publicResults: ['onboarding'],
}

const nameOf = (pathname: string): Name | undefined =>
  (Object.keys(PATHS) as Name[]).find((name) => matchPath(PATHS[name], pathname))

/** Screens that work without a player. */
export const OUTSIDE: readonly (Name | undefined)[] = [
  'publicResults',
  'howToPlay',
  'privacyPolicy',
  'termsOfUse',
]

/** Whether the screen of a path needs a player, who is signed in before it is displayed. */
export const isBehindStartup = (pathname: string): boolean => !OUTSIDE.includes(nameOf(pathname))

/** Loads the code of the screen of a path, so that it can be displayed without a pause. */
export async function preloadScreen(pathname: string): Promise<void> {
  const name = nameOf(pathname)
  if (name && name !== 'home') await SCREENS[name].preload()
}

/** The longest wait for the results behind a link, in milliseconds; then their screen says that they are loading. */
const RESULTS_LIMIT_MS = 1_500

/** Loads what a link to results needs before the page is displayed: its code and data. */
export async function prepareResults(pathname: string): Promise<void> {
  const gameId = matchPath(PATHS.publicResults, pathname)?.params.gameId
  if (!gameId) return
  const fetched = queryClient.prefetchQuery(publicResultsQuery(gameId))
  const tooLate = new Promise((resolve) => setTimeout(resolve, RESULTS_LIMIT_MS))
  await Promise.all([SCREENS.publicResults.preload(), Promise.race([fetched, tooLate])])
}

/** Loads the code of the screens that players probably open next. */
export function preloadNext(pathname: string): void {
  for (const name of NEXT[nameOf(pathname) ?? 'home'] ?? []) void SCREENS[name].preload()
}
