import { PING } from '@inkling/mock-server/contract/constants'
import { useEffect } from 'react'
import { api } from '../session/server/api.ts'

const MOVES = ['mousemove', 'touchmove', 'pointermove'] as const
const ACTS = ['mousedown', 'keydown', 'touchstart', 'pointerdown', 'scroll'] as const

/**
 * Reports the player's activity to the server (SCREENS.md, A turn): checks every 3 s, and pings when the
 * last activity was under 3 s ago and the last ping at least 3 s ago. Move events are sampled once a second.
 */
export function useActivityPing(active: boolean): void {
  useEffect(() => {
    if (!active) return
    let lastActivity = performance.now()
    let lastPing = Number.NEGATIVE_INFINITY
    const onAct = () => {
      lastActivity = performance.now()
    }
    const onMove = () => {
      if (performance.now() - lastActivity >= PING.moveThrottleMs) onAct()
    }
    const timer = setInterval(() => {
      const now = performance.now()
      if (now - lastActivity >= PING.activeMs || now - lastPing < PING.restMs) return
      lastPing = now
      api.pingActivity().catch((error: unknown) => console.info('The activity ping failed:', error))
    }, PING.checkMs)
    for (const type of ACTS) window.addEventListener(type, onAct, { passive: true })
    for (const type of MOVES) window.addEventListener(type, onMove, { passive: true })
    return () => {
      clearInterval(timer)
      for (const type of ACTS) window.removeEventListener(type, onAct)
      for (const type of MOVES) window.removeEventListener(type, onMove)
    }
  }, [active])
}
