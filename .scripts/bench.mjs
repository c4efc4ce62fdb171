import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, run, say } from './steps.mjs'

/*
 * `npm run bench [name...] [number...] [-- option...]`: runs every `bench/*.bench.ts`, or those whose names start with one
 * of the given. Numbers and options are passed on: each benchmark says what they mean.
 */

checkNode()
await ensureInstalled()
await ensureClientBuilt()
const { bundle } = await import('../cli/build.mjs')
const isNumber = (word) => /^\d+$/.test(word)
const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('--'))
const words = firstOption === -1 ? given : given.slice(0, firstOption)
const options = given.slice(words.length)
const wanted = words.filter((word) => !isNumber(word))
const numbers = words.filter(isNumber)
const outdir = join(root, '.cache/bench')

const chosen = benches()
if (chosen.length === 0) throw new Error(`No benchmark starts with ${wanted.join(' or ')}`)
let failed = false
for (const [name, path] of chosen) {
  say(`\n${name}`)
  await bundle({ entries: { [name]: path }, outdir })
  const code = await run(process.execPath, [join(outdir, `${name}.mjs`), ...numbers, ...options])
  if (code !== 0) failed = true
}
process.exitCode = failed ? 1 : 0

function benches() {
  return ['mock-server', 'client', 'scenarios']
    .map((workspace) => join(root, workspace, 'bench'))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => path.endsWith('.bench.ts'))
    .map((path) => [basename(path, '.bench.ts'), path])
    .filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
}
