import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, run, say } from './steps.mjs'

/*
 * `npm run bench [name...] [size...]`: runs every `bench/*.bench.ts`, or those whose names start with one of the given.
 * Numbers are passed on as sizes, such as 1000, or 1000x60 with a number of days.
 */

checkNode()
await ensureInstalled()
await ensureClientBuilt()
const { bundle } = await import('../cli/build.mjs')
const isSize = (word) => /^\d+(x\d+)?$/.test(word)
const wanted = process.argv.slice(2).filter((word) => !isSize(word))
const sizes = process.argv.slice(2).filter(isSize)
const outdir = join(root, '.cache/bench')

let failed = false
for (const [name, path] of benches()) {
  say(`\n${name}`)
  await bundle({ entries: { [name]: path }, outdir })
  const code = await run(process.execPath, ['--expose-gc', join(outdir, `${name}.mjs`), ...sizes])
  if (code !== 0) failed = true
}
process.exitCode = failed ? 1 : 0

function benches() {
  return ['fixtures', 'mock-server', 'scenarios', 'cli', 'client']
    .map((workspace) => join(root, workspace, 'bench'))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => path.endsWith('.bench.ts'))
    .map((path) => [basename(path, '.bench.ts'), path])
    .filter(([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
}
