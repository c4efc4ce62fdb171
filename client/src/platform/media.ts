import { useSyncExternalStore } from 'react'

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

/** Whether the screen is wide enough for a third avatar. Phones in landscape have two columns of cards. */
export const useIsWide = (): boolean =>
  useMedia('(min-width: 60rem), (min-width: 40rem) and (min-height: 30rem)')
export const usePrefersStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
