import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contentHash } from './content-hash.mjs'
import { replaceFile } from './replace-file.mjs'

/* The bundled program of a checkout, rebuilt when a source has changed. The package contains its bundle. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const outdir = join(root, 'cli/dist')
const entry = join(outdir, 'inkling.mjs')
/** Describes the last build: `{ hash, sources, files }`. Paths are relative to the checkout. */
const record = join(outdir, 'build.json')
/** Files that affect how the bundle is built. */
const TOOLS = ['cli/build.mjs', 'cli/bin/fresh-bundle.mjs', 'package-lock.json']

/** Returns the URL of the bundled program, which is rebuilt first if it is outdated. */
export async function freshBundle() {
  const last = readRecord()
  if (last && existsSync(entry) && contentHash(root, last.sources) === last.hash)
    return pathToFileURL(entry).href
  const { bundleProgram } = await import('../build.mjs')
  // If this build is interrupted, the next start finds no record and builds again.
  rmSync(record, { force: true })
  const { files, modules } = await bundleProgram({
    entries: { inkling: join(root, 'cli/src/main.ts') },
    outdir,
  })
  const ours = modules.filter((path) => !path.includes('node_modules'))
  const sources = [...TOOLS, ...ours.map((path) => relative(root, path))]
  const hash = contentHash(root, sources)
  replaceFile(record, JSON.stringify({ hash, sources, files }))
  // Keep the chunks of the previous build: a running console may still load them.
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
