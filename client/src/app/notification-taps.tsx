import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Opens the screen of a notification that was tapped while the game was open. The service worker sends its path. */
export function NotificationTaps() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent) => {
      const path: unknown = Object(data).openPath
      if (typeof path === 'string') void navigate(path)
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [navigate])
  return null
}
