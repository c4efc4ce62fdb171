import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { joinPendingGroup } from '../session/pending-group-code.ts'
import { useSession } from '../session/session-store.ts'

/** On pages outside the startup flow, joins the group of `?code=` for a signed-in player (SCREENS.md, Start). */
export function PendingJoin() {
  const navigate = useNavigate()
  useEffect(() => {
    const { token, hasCompletedOnboarding } = useSession.getState()
    if (token === null || !hasCompletedOnboarding) return
    void joinPendingGroup().then((path) => path && navigate(path, { replace: true }))
  }, [navigate])
  return null
}
