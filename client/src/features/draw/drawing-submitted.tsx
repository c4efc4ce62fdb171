import { SHELL } from '@inkling/mock-server/contract/constants'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { clearValidationError } from '../../turn/turn-store.ts'
import { DonePicture } from '../../ui/pictures/pictures.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'

/** Shown when the turn was submitted from another tab. */
export function DrawingSubmitted() {
  const navigate = useNavigate()
  useEffect(() => {
    clearValidationError()
    const timer = setTimeout(() => void navigate(PATHS.home), SHELL.submittedRedirectMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <StatePanel
      role="status"
      picture={<DonePicture />}
      title="Drawing Submitted!"
      text="Taking you back to the game..."
    />
  )
}
