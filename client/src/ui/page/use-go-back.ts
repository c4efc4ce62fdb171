import { useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'

/**
 * Returns a function that goes one step back in history, or home if the tab has no earlier page of this site. Browsers
 * without the Navigation API go home after each full load of a page.
 */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  const isFirstOfLoad = useLocation().key === 'default'
  return () => {
    const canGoBack = !isFirstOfLoad || (window.navigation?.canGoBack ?? false)
    void (canGoBack ? navigate(-1) : navigate(PATHS.home))
  }
}
