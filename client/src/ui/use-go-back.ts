import { useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'

/** Goes one step back in history. From the page that the tab was opened with, it goes home. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === 'default'
  return () => void (isFirstPage ? navigate(PATHS.home) : navigate(-1))
}
