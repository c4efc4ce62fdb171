import { SHELL } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { KEY, local, tab } from '../platform/storage.ts'
import { toast } from '../platform/toast.ts'
import { joinPendingGroup } from '../session/device/pending-group-code.ts'
import { isolatedName } from '../session/names/isolated-name.ts'
import { mayAskForPush } from '../session/push.ts'
import { loadExtensions } from '../session/server/extensions.ts'
import { QUERY, queryClient } from '../session/server/query-client.ts'
import {
  allowSignIn,
  authenticate,
  loggedOutName,
  recordSessionLength,
  refreshProfileIfReachable,
  startSession,
} from '../session/session.ts'
import { useSession } from '../session/session-store.ts'
import { logTodayFailure, refreshToday } from '../turn/today.ts'
import { loadDialog, loadScreen } from '../ui/page/load-screen.ts'
import { isBehindStartup, preloadScreen, SCREENS } from './screens.ts'
import { Splash } from './splash.tsx'
import { TodayWatcher } from './today-watcher.tsx'

/** How long the question about notifications waits for the server's key. Without it, the next visit asks. */
const PUSH_KEY_LIMIT_MS = 1_000

const PushPrompt = loadScreen(() => import('./push-prompt.tsx'))
const MoveHereDialog = loadDialog(() => import('../ui/dialogs/move-here-dialog.tsx'))
const WelcomeBack = loadScreen(() => import('./welcome-back.tsx'))

/**
 * The startup flow (SCREENS.md, Start): signs in and loads today's game behind a splash of at least half a
 * second; then shows onboarding to new players and the push prompt once.
 */
export function Startup() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<'starting' | 'failed' | 'ready'>('starting')
  const [mayAsk, setMayAsk] = useState(false)
  const hasCompletedOnboarding = useSession((session) => session.hasCompletedOnboarding)
  // Whether the page displays the startup screen already.
  const [isFirst] = useState(() => loggedOutName() === null && document.querySelector('.starting') !== null)
  const start = useCallback(
    async (shownMs = 0) => {
      setPhase('starting')
      // Home does not wait for what the server offers beyond the game; only the question about notifications does, a while.
      const extensions = loadExtensions()
      const isAsked = local.get(KEY.pushAsked) !== null
      const [signedIn] = await Promise.all([
        takeBegun() ?? signInAndLoad(),
        isAsked || Promise.race([extensions, wait(PUSH_KEY_LIMIT_MS)]),
        preloadScreen(window.location.pathname),
        wait(SHELL.splashMs - shownMs),
      ])
      const mayJoin = signedIn && useSession.getState().hasCompletedOnboarding
      const next = (mayJoin && (await joinPendingGroup())) || unsentDrawing()
      if (next) {
        await preloadScreen(next)
        await navigate(next, { replace: true })
      }
      // The server may have the key that notifications in browsers need.
      const mayAsk = mayAskForPush()
      if (mayAsk && useSession.getState().hasCompletedOnboarding) await PushPrompt.preload()
      setMayAsk(mayAsk)
      if (signedIn) void welcomeMoved()
      setPhase(signedIn ? 'ready' : 'failed')
    },
    [navigate],
  )
  // From the link of another device.
  const [moveCode, setMoveCode] = useState(moveCodeOfLink)
  const [loggedOut, setLoggedOut] = useState(loggedOutName)
  useEffect(() => {
    window.addEventListener('pagehide', recordSessionLength)
    return () => window.removeEventListener('pagehide', recordSessionLength)
  }, [])
  useEffect(() => {
    // The link may be opened in a tab that shows the game already.
    const onHashChange = () => setMoveCode((before) => moveCodeOfLink() ?? before)
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  const closeMove = () => {
    setMoveCode(null)
    // A reload would ask again.
    const { pathname, search } = window.location
    if (moveCodeOfLink() !== null) void navigate({ pathname, search }, { replace: true })
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current || loggedOut !== null) return
    started.current = true
    startSession()
    void start(isFirst ? sinceFirstPaint() : 0)
  }, [start, loggedOut, isFirst])

  if (loggedOut !== null) {
    const onContinue = () => {
      allowSignIn()
      setLoggedOut(null)
    }
    return <WelcomeBack name={loggedOut} onContinue={onContinue} />
  }
  const mustOnboard = phase === 'ready' && !hasCompletedOnboarding && pathname !== PATHS.onboarding
  if (phase !== 'ready' || mustOnboard) {
    return (
      <>
        <Splash failed={phase === 'failed'} onRetry={() => void start()} isFirst={isFirst} />
        {mustOnboard && <Navigate to={PATHS.onboarding} replace />}
      </>
    )
  }
  if (hasCompletedOnboarding && pathname !== PATHS.onboarding && mayAsk) {
    return <PushPrompt onDone={() => setMayAsk(false)} />
  }
  return (
    <>
      {hasCompletedOnboarding && <TodayWatcher />}
      {moveCode !== null && <MoveHereDialog key={moveCode} code={moveCode} onClose={closeMove} />}
      <Outlet />
    </>
  )
}

/** Greets a player whom a move code has brought to this device, with the streak that came along. */
async function welcomeMoved(): Promise<void> {
  if (tab.get(KEY.moved) === null) return
  tab.remove(KEY.moved)
  const { user, hasCompletedOnboarding } = useSession.getState()
  if (!user || !hasCompletedOnboarding) return
  const hello = `Welcome back, ${isolatedName(user.username)}!`
  const streak = await import('../session/streak.ts')
    .then(({ streakGreeting }) => streakGreeting())
    .catch((error: unknown) => {
      console.info('The streak could not be loaded:', error)
      return ''
    })
  toast(streak === '' ? hello : `${hello} ${streak}`)
}

/** The code in a link like `/#move=CODE`. */
const moveCodeOfLink = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('move')

let begun: Promise<boolean> | null = null

/** Begins to sign in before the first render, which takes a slow phone a fifth of a second. */
export function beginSignIn(pathname: string): void {
  if (isBehindStartup(pathname) && loggedOutName() === null) begun = signInAndLoad()
}

function takeBegun(): Promise<boolean> | null {
  const taken = begun
  begun = null
  return taken
}

/** For how many milliseconds the page has displayed the startup screen; 0 if the browser does not tell. */
function sinceFirstPaint(): number {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return paint ? performance.now() - paint.startTime : 0
}

async function signInAndLoad(): Promise<boolean> {
  if (!useSession.getState().hasCompletedOnboarding) void SCREENS.onboarding.preload()
  const isRemembered = useSession.getState().user !== null
  if (!(await authenticate())) return false
  if (isRemembered) void refreshProfileIfReachable()
  await (useSession.getState().hasCompletedOnboarding ? loadToday() : SCREENS.onboarding.preload())
  return true
}

/**
 * The path of the turn that the player left while its drawing was being submitted, which sends the drawing; null if
 * there is none, or the turn is over.
 */
function unsentDrawing(): string | null {
  const isPlaying = queryClient.getQueryData<Today>(QUERY.today)?.yourStatus === 'playing'
  return isPlaying && local.get(KEY.submitting) !== null ? PATHS.draw : null
}

/** A failure is only logged: the home screen shows the error and retries. */
const loadToday = () => refreshToday().catch(logTodayFailure)

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
