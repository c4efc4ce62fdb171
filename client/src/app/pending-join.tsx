import { useEffect } from 'react'
import { useMatch, useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { joinPendingGroup } from '../session/pending-group-code.ts'
import { useSession } from '../session/session-store.ts'

/**
 * On pages outside the startup flow, joins the group of `?code=` for a signed-in player (spec section 2). Public results
 * are shown first: their page shows the invitation, and "Play Now" starts the app, which joins the group.
 */
export function PendingJoin() {
  const navigate = useNavigate()
  const isResults = useMatch(PATHS.publicResults) !== null
  useEffect(() => {
    if (isResults) return
    const { token, hasCompletedOnboarding } = useSession.getState()
    if (token === null || !hasCompletedOnboarding) return
    void joinPendingGroup().then((path) => path && navigate(path, { replace: true }))
  }, [navigate, isResults])
  return null
}
