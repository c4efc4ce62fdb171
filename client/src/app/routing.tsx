import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import HomeScreen from '../features/home/home-screen.tsx'
import { PATHS } from '../paths.ts'
import { Book } from '../ui/book.tsx'
import { loadScreen } from '../ui/load-screen.ts'
import { Loading } from '../ui/state-panel.tsx'
import { PendingJoin } from './pending-join.tsx'
import { Shell } from './shell.tsx'
import { Startup } from './startup.tsx'

const Onboarding = loadScreen(() => import('../features/onboarding/onboarding-screen.tsx'))
const Ready = loadScreen(() => import('../features/ready/ready-screen.tsx'))
const Draw = loadScreen(() => import('../features/draw/draw-screen.tsx'))
const Guess = loadScreen(() => import('../features/guess/guess-screen.tsx'))
const Complete = loadScreen(() => import('../features/submitted/complete-screen.tsx'))
const Submitted = loadScreen(() => import('../features/submitted/submitted-screen.tsx'))
const Results = loadScreen(() => import('../features/results/results-screen.tsx'))
const PublicResults = loadScreen(() => import('../features/results/public-results-screen.tsx'))
const Group = loadScreen(() => import('../features/group/group-screen.tsx'))
const CreateGroup = loadScreen(() => import('../features/group/create-group-screen.tsx'))
const JoinGroup = loadScreen(() => import('../features/group/join-group-screen.tsx'))
const History = loadScreen(() => import('../features/history/history-screen.tsx'))
const Profile = loadScreen(() => import('../features/profile/profile-screen.tsx'))
const HowToPlay = loadScreen(() => import('../features/static/how-to-play-screen.tsx'))
const PrivacyPolicy = loadScreen(() => import('../features/static/privacy-policy-screen.tsx'))
const TermsOfUse = loadScreen(() => import('../features/static/terms-of-use-screen.tsx'))
const NotFound = loadScreen(() => import('../features/not-found/not-found-screen.tsx'))

/** The route table. Screens that work without a player are outside the startup flow. */
export function Routing() {
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
            <Route path={PATHS.ready} element={<Ready />} />
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
