import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const entry = join(root, 'cli/dist/inkling.mjs')
const sources = [
  'cli/src',
  'cli/build.mjs',
  'cli/bin',
  'scenarios',
  'mock-server/src',
  'fixtures',
  'package-lock.json',
]

/** The address of the bundled program, built anew when a source is newer than it. */
export async function freshBundle() {
  if (isFresh()) return pathToFileURL(entry).href
  const { bundleProgram } = await import('../build.mjs')
  await bundleProgram({
    entries: { inkling: join(root, 'cli/src/main.ts') },
    apart: { module: join(root, 'cli/src/operations/serve.ts'), exports: ['serve'] },
    outdir: dirname(entry),
  })
  return pathToFileURL(entry).href
}

function isFresh() {
  const built = modified(entry)
  return built > 0 && sources.every((path) => newest(join(root, path)) < built)
}

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  let latest = stats.mtimeMs
  for (const { name } of readdirSync(path, { withFileTypes: true })) {
    if (name !== 'node_modules' && name !== 'dist') latest = Math.max(latest, newest(join(path, name)))
  }
  return latest
}
