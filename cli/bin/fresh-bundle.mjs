import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contentHash } from './content-hash.mjs'
import { replaceFile } from './replace-file.mjs'

/* The program of a checkout, which is bundled again when a source has changed. A package brings its bundle. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const outdir = join(root, 'cli/dist')
const entry = join(outdir, 'inkling.mjs')
/** What the bundle was made of: `{ hash, sources, files }`. Paths are relative to the checkout. */
const record = join(outdir, 'build.json')
/** Files that decide how the bundle is made. */
const TOOLS = ['cli/build.mjs', 'cli/bin/fresh-bundle.mjs', 'package-lock.json']

/** The address of the bundled program, after a build where one is due. */
export async function freshBundle() {
  const last = readRecord()
  if (last && existsSync(entry) && contentHash(root, last.sources) === last.hash)
    return pathToFileURL(entry).href
  const { bundleProgram } = await import('../build.mjs')
  // Without a record, the next start builds again if this build is interrupted.
  rmSync(record, { force: true })
  const { files, modules } = await bundleProgram({
    entries: { inkling: join(root, 'cli/src/main.ts') },
    outdir,
  })
  const ours = modules.filter((path) => !path.includes('node_modules'))
  const sources = [...TOOLS, ...ours.map((path) => relative(root, path))]
  const hash = contentHash(root, sources)
  replaceFile(record, JSON.stringify({ hash, sources, files }))
  // Chunks of the build before stay: a console that runs may still load them.
  const isUsed = (name) => files.includes(name) || last?.files.includes(name)
  for (const name of readdirSync(outdir)) {
    if (/-[A-Z0-9]{8}\.mjs$/.test(name) && !isUsed(name)) rmSync(join(outdir, name), { force: true })
  }
  return pathToFileURL(entry).href
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
