import { backoffMs } from '@inkling/mock-server/contract/backoff'
import { reactionMessage } from '@inkling/mock-server/contract/schemas/reactions'
import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import { fillPath } from '@inkling/mock-server/contract/table/path'
import { useEffect } from 'react'
import { onWake } from '../../../platform/wake.ts'
import { QUERY, queryClient } from '../../../session/server/query-client.ts'
import { useSession } from '../../../session/session-store.ts'
import { withEvent, type withStep } from './reactions.ts'

const RETRY = { first: 1000, max: 30_000 }
/** The server refuses a player with a close code of at least this. */
const REFUSED_CODES = 4400

/**
 * Receives other players' reactions while the results are open. The player's own events are ignored. A connection may
 * die while the device is asleep, so it is replaced when the page wakes up.
 */
export function useReactionSocket(gameId: string): void {
  const token = useSession((session) => session.token)
  const userId = useSession((session) => session.user?.id)
  useEffect(() => {
    if (!token) return
    const key = QUERY.reactions(gameId)
    const [, path] = methodAndPath('watchReactions')
    const url = new URL(fillPath(path, { gameId }), window.location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    url.searchParams.set('token', token)
    let socket: WebSocket | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0

    const receive = (text: string) => {
      const message = reactionMessage.safeParse(readJson(text))
      if (!message.success || message.data.data.userId === userId) return
      // A running load may or may not include this reaction, so the reactions are loaded again.
      const isLoading = queryClient.isFetching({ queryKey: key }) > 0
      const now = queryClient.getQueryData<ReturnType<typeof withStep>>(key)
      const next = now && !isLoading && withEvent(now, message.data.data)
      if (next) queryClient.setQueryData(key, next)
      else void queryClient.invalidateQueries({ queryKey: key })
    }
    const open = () => {
      socket = new WebSocket(url)
      socket.onopen = () => {
        failures = 0
        // Events before it was open were missed.
        void queryClient.invalidateQueries({ queryKey: key })
      }
      socket.onmessage = ({ data }) => receive(String(data))
      socket.onclose = ({ code }) => {
        if (code >= REFUSED_CODES) {
          socket = null
          return
        }
        failures++
        timer = setTimeout(open, backoffMs(failures, RETRY))
      }
    }
    const reopen = () => {
      clearTimeout(timer)
      if (socket) {
        socket.onclose = null
        socket.close()
      }
      failures = 0
      open()
    }
    const stopWaking = onWake((isFirst) => isFirst && socket && reopen())
    // Deferred, so that a component that unmounts immediately opens no connection.
    timer = setTimeout(open, 0)
    return () => {
      clearTimeout(timer)
      stopWaking()
      if (!socket) return
      socket.onclose = null
      socket.close()
      socket = null
    }
  }, [gameId, token, userId])
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
