import { useSyncExternalStore } from 'react'

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Whether the screen is wide enough for a third avatar. */
export const useIsWide = (): boolean => useMedia('(min-width: 40rem)')
/** Whether the device asks for reduced motion. */
export const usePrefersStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
