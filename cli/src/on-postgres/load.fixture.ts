import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@inkling/mock-server/contract/client/client'

export interface Load {
  /** Number of successful calls. */
  answered(): number
  /** The errors of the other calls. */
  readonly failed: readonly string[]
  stop(): Promise<void>
}

/**
 * A player gives up a call after this time, as browsers do: a connection that was handed to a worker just before it died is
 * never answered.
 */
const CALL_MS = 30_000
/** Between the rounds of a player. */
const PAUSE_MS = 50

/** Starts players who each write and read every few moments until stopped, and go on after a failed call. */
export async function startLoad(baseUrl: string, players: number): Promise<Load> {
  const failed: string[] = []
  let answered = 0
  let isStopped = false
  const tokens = await Promise.all(
    Array.from({ length: players }, async (_, at) => {
      const body = { deviceId: `device_${at}_of_the_load` }
      return (await createClient({ baseUrl, fetch }).signInDevice({ body })).token
    }),
  )
  const play = async (token: string, at: number) => {
    const client = createClient({
      baseUrl,
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) }),
      token: () => token,
    })
    for (let round = 0; !isStopped; round++) {
      try {
        await client.updateProfile({ body: { avatar: baseUrl + avatarOf(at, round) } })
        const { avatar } = await client.getProfile()
        if (!avatar?.endsWith(avatarOf(at, round)))
          failed.push(`round ${round} of player ${at} found ${avatar}`)
        answered += 2
      } catch (error) {
        failed.push(String((error as Error).cause ?? error))
      }
      await pause(PAUSE_MS)
    }
  }
  const playing = tokens.map(play)
  return {
    answered: () => answered,
    failed,
    async stop() {
      isStopped = true
      await Promise.all(playing)
    },
  }
}

/** A different one in each round. */
const avatarOf = (player: number, round: number): string => `/avatars/rings.svg?seed=${player}-${round}`
