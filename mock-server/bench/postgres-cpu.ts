import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts the CPU of processes that have ended in ticks of 10 ms. */
const TICK_SECONDS = 0.01

/**
 * CPU seconds that a PostgreSQL server on this machine has used so far, including its processes that have ended.
 * Requires Linux.
 * @param data its data directory.
 */
export function postgresCpu(data: string): number {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = () =>
    cpuOf(first) ?? fail(`No PostgreSQL server is running in ${data}, or /proc is missing`)
  for (;;) {
    const { own, ofEnded } = postmaster()
    let seconds = own + ofEnded
    for (const id of readdirSync('/proc')) {
      if (!/^\d+$/.test(id)) continue
      const cpu = cpuOf(id)
      if (cpu?.parent === first) seconds += cpu.own
    }
    // Otherwise a process has ended meanwhile, and is counted twice or not at all.
    if (postmaster().ofEnded === ofEnded) return seconds
  }
}

function fail(message: string): never {
  throw new Error(message)
}

/** CPU seconds of a process, and of its children that have ended. Null when the process has ended. */
function cpuOf(id: string): { parent: string; own: number; ofEnded: number } | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The program's name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [endedUser, endedSystem] = fields.slice(13, 15).map(Number)
    // In nanoseconds, while `stat` also counts this in ticks.
    const [nanoseconds] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')
    return {
      parent: fields[1] ?? '',
      own: Number(nanoseconds) / 1e9,
      ofEnded: ((endedUser ?? 0) + (endedSystem ?? 0)) * TICK_SECONDS,
    }
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
