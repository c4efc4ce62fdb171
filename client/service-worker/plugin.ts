import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const source = fileURLToPath(new URL('worker.ts', import.meta.url))
const FILE = 'worker.js'
/** Fonts of other scripts, and older formats of all, are left to who needs them. */
const KEPT = /\.(js|css|svg|png|webmanifest)$|-latin-[^/]*\.woff2$/

/**
 * Builds the service worker beside the client, and writes into it which files it is to keep and the version of the whole:
 * a hash over their names and contents, so that every other build is another worker. By hand, because workbox-build
 * brings Babel and dozens of packages for what is one list here.
 */
export function serviceWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: source, fileName: FILE })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[FILE]
        const page = bundle['index.html']
        if (worker?.type !== 'chunk' || !page) this.error('The worker or the page is missing in the bundle')
        const files = new Map<string, string | Uint8Array>()
        for (const output of Object.values(bundle)) {
          if (output !== worker) files.set(output.fileName, contentOf(output))
        }
        for (const name of readdirSync(publicDir, { recursive: true, encoding: 'utf8' })) {
          if (KEPT.test(name)) files.set(name, readFileSync(join(publicDir, name)))
        }
        const shell = {
          version: versionOf(files),
          files: [...files.keys()].filter(isKept).map((name) => `/${name}`),
        }
        worker.code = worker.code.replace('__SHELL__', () => JSON.stringify(shell))
      },
    },
  }
}

const isKept = (name: string): boolean => KEPT.test(name)

const contentOf = (output: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  output.type === 'chunk' ? output.code : output.source

function versionOf(files: ReadonlyMap<string, string | Uint8Array>): string {
  const hash = createHash('sha256')
  for (const name of [...files.keys()].sort()) hash.update(name).update(files.get(name) ?? '')
  return hash.digest('hex').slice(0, 12)
}
