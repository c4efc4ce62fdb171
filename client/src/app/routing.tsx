import { Suspense, useEffect } from 'react'
import { Route, Routes, useNavigate } from 'react-router-dom'
import HomeScreen from '../features/home/home-screen.tsx'
import { PATHS } from '../paths.ts'
import { isPlayerHere, joinPendingGroup } from '../session/device/pending-group-code.ts'
import { Book } from '../ui/page/book.tsx'
import { loadScreen } from '../ui/page/load-screen.ts'
import { Loading } from '../ui/page/state-panel.tsx'
import { OUTSIDE, SCREENS } from './screens.ts'
import { Shell } from './shell.tsx'
import { Startup } from './startup.tsx'
import { useTrail } from './trail.ts'

const NotFound = loadScreen(() => import('../features/not-found/not-found-screen.tsx'))

/** For the screen Ready, which leads to one of the two. */
const loadTurn = (isDrawing: boolean) => SCREENS[isDrawing ? 'draw' : 'guess'].ensure()

const routesOf = (isOutside: boolean) =>
  (Object.keys(SCREENS) as (keyof typeof SCREENS)[])
    .filter((name) => OUTSIDE.includes(name) === isOutside)
    .map((name) => {
      const Screen = SCREENS[name]
      return <Route key={name} path={PATHS[name]} element={<Screen loadTurn={loadTurn} />} />
    })

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
          {routesOf(true)}
        </Route>
        <Route element={<Startup />}>
          <Route element={<Shell />}>
            <Route path={PATHS.home} element={<HomeScreen />} />
            {routesOf(false)}
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
