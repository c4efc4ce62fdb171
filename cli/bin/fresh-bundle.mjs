import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const entry = join(root, 'cli/dist/inkling.mjs')
/** What the program was made of, one path a line: whoever looked at every file of the checkout would take much longer. */
const list = join(root, 'cli/dist/sources.txt')
/** What decides how it is made. */
const tools = [
  'cli/build.mjs',
  'cli/bin/fresh-bundle.mjs',
  'cli/bin/compiled.mjs',
  'cli/bin/inkling.mjs',
  'package-lock.json',
]

/** The address of the bundled program, built anew when a source is newer than it. */
export async function freshBundle() {
  if (isFresh()) return pathToFileURL(entry).href
  const { bundleProgram } = await import('../build.mjs')
  // Without it nothing is fresh: should this end halfway, the next start builds again.
  rmSync(list, { force: true })
  const modules = await bundleProgram({
    entries: { inkling: join(root, 'cli/src/main.ts') },
    apart: { module: join(root, 'cli/src/operations/serve.ts'), exports: ['serve'] },
    outdir: dirname(entry),
  })
  const sources = [...tools, ...modules.map((path) => relative(root, path))]
  writeFileSync(`${list}.${process.pid}`, sources.join('\n'))
  renameSync(`${list}.${process.pid}`, list)
  return pathToFileURL(entry).href
}

function isFresh() {
  const built = modified(entry)
  if (built === undefined || modified(list) === undefined) return false
  const sources = readFileSync(list, 'utf8').split('\n')
  return sources.every((path) => (modified(root + path) ?? built) < built)
}

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs
