import { useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
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

/** Room for a third avatar. */
export const useIsWide = (): boolean => useMedia('(min-width: 40rem)')
/** Whether the player asked the device for less movement. */
export const usePrefersStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
