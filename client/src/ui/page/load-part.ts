import { backoffMs } from '@inkling/mock-server/contract/backoff'
import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from 'react'
import { toast } from '../../platform/toast.ts'
import { onWake } from '../../platform/wake.ts'

/** How long after each failure the code of a part is loaded again. */
const RETRY = { first: 2_000, max: 60_000 }

interface Source<P extends object> {
  readonly load: () => Promise<{ default: ComponentType<P> }>
  /** Once it is loaded. */
  code: ComponentType<P> | null
}

/**
 * A part of a screen whose code is loaded on demand, which leaves the screen usable while it is missing: like React's lazy(),
 * but a failed load is repeated, and the player is told if it fails twice.
 */
export function loadPart<P extends object>(load: Source<P>['load']): FunctionComponent<P> {
  const source: Source<P> = { load, code: null }
  return (props) => createElement(Part<P>, { source, props })
}

function Part<P extends object>({ source, props }: { source: Source<P>; props: P }) {
  const [Code, show] = useState(() => source.code)
  useEffect(() => {
    if (Code !== null) return
    let isLeft = false
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = () => {
      clearTimeout(timer)
      source.load().then(
        (loaded) => {
          source.code = loaded.default
          if (!isLeft) show(() => loaded.default)
        },
        (error: unknown) => {
          console.info('A part of the screen could not be loaded:', error)
          if (isLeft) return
          failures++
          if (failures === 2) tellOnce()
          timer = setTimeout(attempt, backoffMs(failures, RETRY))
        },
      )
    }
    attempt()
    const stopWaking = onWake(attempt)
    window.addEventListener('online', attempt)
    return () => {
      isLeft = true
      clearTimeout(timer)
      stopWaking()
      window.removeEventListener('online', attempt)
    }
  }, [source, Code])
  return Code && createElement(Code, props)
}

let isTold = false

/** Says once per load of the page that something is missing: a browser may refuse to load a failed file again. */
function tellOnce(): void {
  if (isTold) return
  isTold = true
  toast('A part of this page did not load.', { label: 'Refresh', onClick: () => window.location.reload() })
}
