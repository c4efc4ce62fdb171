import { useSyncExternalStore } from 'react'

/** Whether a media query matches now. */
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

/** Wide enough for a third avatar. */
export const useIsWide = (): boolean => useMedia('(min-width: 40rem)')
/** Whether the device asks for reduced motion. */
export const usePrefersStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
