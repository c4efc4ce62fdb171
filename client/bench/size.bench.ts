import { fileURLToPath } from 'node:url'
import { loadSizes } from '../e2e/driver/load-sizes.ts'

/* The download size of the first load (home), and the additional size of a drawing turn. */

for (const { name, bytes, max } of loadSizes(fileURLToPath(new URL('../../client/dist', import.meta.url)))) {
  const isMissed = bytes > max
  if (isMissed) process.exitCode = 1
  process.stdout.write(
    `${name}, gzip: ${(bytes / 1000).toFixed(1)} kB (at most ${max / 1000})${isMissed ? ' MISSED' : ''}\n`,
  )
}
