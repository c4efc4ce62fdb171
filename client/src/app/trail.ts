import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../paths.ts'
import { KEY, tab } from '../platform/storage.ts'

/** Pages to stay on, to which the pages of {@link PASSING} lead. */
const LASTING: readonly string[] = [PATHS.home, PATHS.group]

/** Pages that are over once they are left: Back into them would only be sent on again. */
const PASSING: readonly string[] = [
  PATHS.ready,
  PATHS.draw,
  PATHS.guess,
  PATHS.complete,
  PATHS.submitted,
  PATHS.onboarding,
  PATHS.createGroup,
  PATHS.joinGroup,
]

/**
 * Removes the pages of a turn, of onboarding and of the group's forms from what is behind Back once they have led home or
 * to the group: returns to that page if it is behind them, and else to the first of them. The page then replaces what is
 * there, which makes it a new page, shown from its top.
 */
export function useTrail(): void {
  const location = useLocation()
  const navigate = useNavigate()
  const arrivedAt = useRef<string | null>(null)
  useLayoutEffect(() => {
    const { key, pathname, search, state } = location
    const here = placeInHistory()
    if (here === null || arrivedAt.current === key) return
    arrivedAt.current = key
    const trail = readTrail()
    // What is not known, because a page was loaded in between, stays.
    const before = Array.from({ length: here }, (_, place) => trail[place] ?? '')
    tab.set(KEY.trail, JSON.stringify([...before, pathname]))
    if (!LASTING.includes(pathname)) return
    const last = before.findLastIndex((path) => !PASSING.includes(path))
    // Also directly behind, where a page of a turn has sent the player on.
    const first = before[last] === pathname ? last : last + 1
    if (first === here) return
    const replace = () => {
      stayAtTop()
      void navigate({ pathname, search }, { replace: true, state })
    }
    window.addEventListener('popstate', () => setTimeout(replace), { once: true })
    window.history.go(first - here)
  }, [location, navigate])
}

/** How long a browser may take to scroll to where the page of the history was left, in milliseconds. */
const RESTORE_MS = 1_000

/** Firefox scrolls a page of the history again after it has been replaced. Ends when the player scrolls. */
function stayAtTop(): void {
  const end = new AbortController()
  const { signal } = end
  window.addEventListener('scroll', () => window.scrollTo(0, 0), { signal })
  for (const type of ['pointerdown', 'wheel', 'keydown'])
    window.addEventListener(type, () => end.abort(), { signal })
  setTimeout(() => end.abort(), RESTORE_MS)
}

/** The position of the page in the history of the tab, which the router counts; null if it does not. */
function placeInHistory(): number | null {
  const place: unknown = window.history.state?.idx
  return typeof place === 'number' ? place : null
}

function readTrail(): string[] {
  try {
    const trail: unknown = JSON.parse(tab.get(KEY.trail) ?? '[]')
    return Array.isArray(trail) ? trail.map(String) : []
  } catch {
    // The stored value is corrupt.
    return []
  }
}
