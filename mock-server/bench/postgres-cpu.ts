import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts the CPU of a process in ticks of 10 ms. */
const TICKS_A_SECOND = 100

/**
 * CPU seconds that a PostgreSQL server on this machine has used so far, including its processes that have ended.
 * Requires Linux.
 * @param data its data directory.
 */
export function postgresCpu(data: string): number {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = () => statOf(first) ?? fail(`No PostgreSQL server is running in ${data}`)
  for (;;) {
    const { own, ofEnded } = postmaster()
    let ticks = own + ofEnded
    for (const id of readdirSync('/proc')) {
      if (!/^\d+$/.test(id)) continue
      const stat = statOf(id)
      if (stat?.parent === first) ticks += stat.own
    }
    // Otherwise a process has ended meanwhile, and is counted twice or not at all.
    if (postmaster().ofEnded === ofEnded) return ticks / TICKS_A_SECOND
  }
}

function fail(message: string): never {
  throw new Error(message)
}

/** Null when the process has ended. */
function statOf(id: string): { parent: string; own: number; ofEnded: number } | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    // The program's name, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
    return {
      parent: fields[1] ?? '',
      own: (user ?? 0) + (system ?? 0),
      ofEnded: (endedUser ?? 0) + (endedSystem ?? 0),
    }
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
