import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Nothing runs for so long and loads something new then. */
const STALE_MS = 24 * 60 * 60 * 1000

/** Removes what builds of the days before have left. */
export async function prune(outdir, now) {
  for (const name of await readdir(outdir)) {
    const path = join(outdir, name)
    try {
      const { mtimeMs } = await stat(path)
      if (now - mtimeMs > STALE_MS) await rm(path)
    } catch (error) {
      // Another process builds or prunes at the same time.
      if (error.code !== 'ENOENT') throw error
    }
  }
}
