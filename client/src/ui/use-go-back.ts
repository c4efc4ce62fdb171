import { useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'

/** Returns a function that goes one step back in history, or home from the first page of the tab. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === 'default'
  return () => void (isFirstPage ? navigate(PATHS.home) : navigate(-1))
}
