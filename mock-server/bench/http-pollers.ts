import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { signInOverHttp } from './http-callers.ts'

/* Players in their own process who poll today over HTTP, one call after the other. */

/** The argument for which a script must run {@link pollServer}. */
export const POLL = '--poll'

/** Interval between two polls. */
const POLL_MS = 5

export interface Pollers {
  /** Polls until `work` settles. @returns response times in milliseconds; each player makes every n-th call. */
  pollDuring(work: Promise<unknown>): Promise<number[]>
  close(): Promise<void>
}

/** @param script the file of a script that runs {@link pollServer} for the argument {@link POLL}. */
export async function openPollers(script: string, url: string, devices: readonly string[]): Promise<Pollers> {
  const players = fork(script, [POLL, url, ...devices], { execArgv: [] })
  const ended = once(players, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`The players ended with code ${code}`)
  })
  const message = () => Promise.race([once(players, 'message').then(([value]) => value), failed])
  await message()
  return {
    async pollDuring(work) {
      players.send('start')
      await work
      players.send('stop')
      return message()
    },
    async close() {
      failed.catch(() => {})
      players.disconnect()
      await ended
    },
  }
}

/** The process of the players. */
export async function pollServer(url: string, devices: readonly string[]): Promise<void> {
  const callers = await Promise.all(devices.map((deviceId) => signInOverHttp(url, deviceId)))
  let times: number[] | null = null
  const poll = async (measured: number[]) => {
    for (let at = 0; times === measured; at++) {
      const startedAt = performance.now()
      await callers[at % callers.length]?.('getToday')
      measured.push(performance.now() - startedAt)
      await pause(POLL_MS)
    }
    process.send?.(measured)
  }
  process.on('message', (order: 'start' | 'stop') => {
    times = order === 'start' ? [] : null
    if (times) void poll(times)
  })
  process.send?.('ready')
}
