import { Suspense, useEffect } from 'react'
import { Route, Routes, useNavigate } from 'react-router-dom'
import HomeScreen from '../features/home/home-screen.tsx'
import { PATHS } from '../paths.ts'
import { isPlayerHere, joinPendingGroup } from '../session/device/pending-group-code.ts'
import { Book } from '../ui/page/book.tsx'
import { loadScreen } from '../ui/page/load-screen.ts'
import { Loading } from '../ui/page/state-panel.tsx'
import { SCREENS } from './screens.ts'
import { Shell } from './shell.tsx'
import { Startup } from './startup.tsx'
import { useTrail } from './trail.ts'

const {
  onboarding: Onboarding,
  ready: Ready,
  draw: Draw,
  guess: Guess,
  complete: Complete,
  submitted: Submitted,
  results: Results,
  publicResults: PublicResults,
  group: Group,
  createGroup: CreateGroup,
  joinGroup: JoinGroup,
  history: History,
  profile: Profile,
  howToPlay: HowToPlay,
  privacyPolicy: PrivacyPolicy,
  termsOfUse: TermsOfUse,
} = SCREENS
const NotFound = loadScreen(() => import('../features/not-found/not-found-screen.tsx'))

const loadTurn = (isDrawing: boolean) => (isDrawing ? Draw : Guess).ensure()

/** The route table. Screens that work without a player are outside the startup flow. */
export function Routing() {
  useTrail()
  return (
    <Suspense
      fallback={
        <Book>
          <Loading text="Turning the page..." />
        </Book>
      }
    >
      <Routes>
        <Route
          element={
            <>
              <PendingJoin />
              <Shell />
            </>
          }
        >
          <Route path={PATHS.publicResults} element={<PublicResults />} />
          <Route path={PATHS.howToPlay} element={<HowToPlay />} />
          <Route path={PATHS.privacyPolicy} element={<PrivacyPolicy />} />
          <Route path={PATHS.termsOfUse} element={<TermsOfUse />} />
        </Route>
        <Route element={<Startup />}>
          <Route element={<Shell />}>
            <Route path={PATHS.onboarding} element={<Onboarding />} />
            <Route path={PATHS.home} element={<HomeScreen />} />
            <Route path={PATHS.ready} element={<Ready loadTurn={loadTurn} />} />
            <Route path={PATHS.draw} element={<Draw />} />
            <Route path={PATHS.guess} element={<Guess />} />
            <Route path={PATHS.complete} element={<Complete />} />
            <Route path={PATHS.submitted} element={<Submitted />} />
            <Route path={PATHS.results} element={<Results />} />
            <Route path={PATHS.group} element={<Group />} />
            <Route path={PATHS.createGroup} element={<CreateGroup />} />
            <Route path={PATHS.joinGroup} element={<JoinGroup />} />
            <Route path={PATHS.history} element={<History />} />
            <Route path={PATHS.profile} element={<Profile />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  )
}

/** On pages outside the startup flow, joins the group of `?code=` for a signed-in player. */
function PendingJoin() {
  const navigate = useNavigate()
  useEffect(() => {
    if (isPlayerHere()) void joinPendingGroup().then((path) => path && navigate(path, { replace: true }))
  }, [navigate])
  return null
}
