import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
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
/** Files that affect how the bundle is built, or that it copies and that change with the code. */
const TOOLS = [
  'cli/build.mjs',
  'cli/bin/fresh-bundle.mjs',
  'package-lock.json',
  'mock-server/src/server/stores/postgres/migrations',
]

/** More than the duration of a build. */
const SIMULTANEOUS_MS = 60_000

/** Returns the URL of the bundled program, which is rebuilt first if it is outdated. */
export async function freshBundle() {
  const last = readRecord()
  if (last && existsSync(entry) && contentHash(root, last.sources) === last.hash)
    return pathToFileURL(entry).href
  const { bundleProgram } = await import('../build.mjs')
  // If this build is interrupted, the next start finds no record and builds again.
  rmSync(record, { force: true })
  const startedAt = Date.now()
  const { files, modules } = await bundleProgram({
    entries: { inkling: join(root, 'cli/src/main.ts') },
    outdir,
  })
  const ours = modules.filter((path) => !path.includes('node_modules'))
  const sources = [...TOOLS, ...ours.map((path) => relative(root, path))]
  const hash = contentHash(root, sources)
  const changedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? startedAt
  // The bundle may lack a change that was made during the build. Then the next start builds again.
  if (sources.every((path) => changedAt(path) < startedAt))
    replaceFile(record, JSON.stringify({ hash, sources, files }))
  // Keep the chunks of the previous build: a running console may still load them.
  removeOldChunks(outdir, [...files, ...(last?.files ?? [])], startedAt - SIMULTANEOUS_MS)
  return pathToFileURL(entry).href
}

/**
 * Removes the chunks of earlier builds.
 * @param {string} folder
 * @param {readonly string[]} used names to keep
 * @param {number} before in ms since the epoch: younger chunks are kept, because a simultaneous build may have written them
 */
export function removeOldChunks(folder, used, before) {
  for (const name of readdirSync(folder)) {
    if (!/-[A-Z0-9]{8}\.mjs$/.test(name) || used.includes(name)) continue
    const stats = statSync(join(folder, name), { throwIfNoEntry: false })
    if (stats && stats.mtimeMs < before) rmSync(join(folder, name), { force: true })
  }
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
