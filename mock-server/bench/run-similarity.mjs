import { fileURLToPath } from 'node:url'
import { bundle } from '../../cli/build.mjs'

/* Bundles and runs similarity.ts, which needs an argument, so `npm run bench` cannot run it. */

const outdir = fileURLToPath(new URL('../../.cache/bench', import.meta.url))
await bundle({ entries: { similarity: fileURLToPath(new URL('similarity.ts', import.meta.url)) }, outdir })
await import(`${outdir}/similarity.mjs`)
