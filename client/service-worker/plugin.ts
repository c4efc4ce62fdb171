import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

const source = fileURLToPath(new URL('worker.ts', import.meta.url))
/** The files to cache. Other fonts (non-Latin scripts, older formats) are loaded on demand. */
const CACHED = /\.(js|css|svg|png|webmanifest)$|-latin-[^/]*\.woff2$/

/**
 * Adds the service worker to the build. Inserts the list of files to cache and a version: a hash of all names and
 * contents, so that every build has a different worker.
 */
export function serviceWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const built = Object.values(bundle).map((output) => [output.fileName, contentOf(output)] as const)
        const files = new Map([...built, ...publicFiles(publicDir)])
        const cached = [...files.keys()].filter((name) => CACHED.test(name)).sort()
        const shell = { version: versionOf(files, source), files: cached.map((name) => `/${name}`) }
        // The worker has no imports, so it need not be bundled.
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
        const written = code.replace('__SHELL__', () => JSON.stringify(shell))
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: written })
      },
    },
  }
}

const contentOf = (output: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  output.type === 'chunk' ? output.code : output.source

function publicFiles(folder: string): (readonly [string, Uint8Array])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => CACHED.test(name)).map((name) => [name, readFileSync(join(folder, name))])
}

function versionOf(files: ReadonlyMap<string, string | Uint8Array>, worker: string): string {
  const hash = createHash('sha256').update(readFileSync(worker))
  for (const name of [...files.keys()].sort()) hash.update(name).update(files.get(name) ?? '')
  return hash.digest('hex').slice(0, 12)
}
