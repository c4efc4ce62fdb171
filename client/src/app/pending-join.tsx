import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { joinPendingGroup } from '../session/pending-group-code.ts'
import { useSession } from '../session/session-store.ts'

/**
 * On pages outside the start flow: joins the group of a `?code=` for a known player (spec section 2, App start flow).
 */
export function PendingJoin() {
  const navigate = useNavigate()
  useEffect(() => {
    const { token, hasCompletedOnboarding } = useSession.getState()
    if (token === null || !hasCompletedOnboarding) return
    void joinPendingGroup().then((path) => path && navigate(path, { replace: true }))
  }, [navigate])
  return null
}
