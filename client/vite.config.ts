import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions, type Rolldown } from 'vite'
import { announcedAdminKey } from '../mock-server/src/server/platform/announced-servers.ts'
import { packedAssets } from './packed-assets.ts'
import { routePreloads } from './route-preloads.ts'
import { serviceWorker } from './service-worker/plugin.ts'
import { startupPage } from './startup-page.ts'

const server = process.env.INKLING_SERVER ?? 'http://localhost:4000'

/** Adds the admin key of a local server to the debug menu's calls, but not to calls from pages of other sites. */
const asAdmin: ProxyOptions = {
  target: server,
  configure(proxy) {
    proxy.on('proxyReq', (call, { headers: { origin, host } }) => {
      const key = announcedAdminKey(server)
      const isOwnPage = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
      if (key && isOwnPage) call.setHeader('x-admin-key', key)
    })
  },
}

/** The clock of a turn, and passing it, which needs the streak. */
const TURN =
  /\/client\/src\/(ui\/(page\/no-active-turn|turn\/(pass-turn|turn-clock))|session\/streak|day\/(calendar-days|use-game-day))\./

export default defineConfig({
  plugins: [
    versionOnly(),
    productionRouter(),
    startupPage(),
    react(),
    routePreloads(),
    serviceWorker(),
    packedAssets(),
  ],
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows scripts from files only: no inlined preload helper, no data: URLs.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Home loads one file, and what the turn screens share is another. By default, the bundler splits them wherever
    // another chunk shares a part.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: firstLoad, debugName: 'first load' },
            { name: 'turn', test: TURN },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api/admin': asAdmin,
      '/api': { target: server, ws: true },
      '/control': asAdmin,
      '/avatars': server,
    },
  },
})

/** Reduces the project's package.json to its version; otherwise the bundle contains all of it. */
function versionOnly(): Plugin {
  const manifest = join(import.meta.dirname, '../package.json')
  return {
    name: 'version-only',
    enforce: 'pre',
    async load(id) {
      if (id.split('?')[0] !== manifest) return null
      return JSON.stringify({ version: JSON.parse(await readFile(manifest, 'utf8')).version })
    },
  }
}

/**
 * React Router has a build without warnings for developers, but its package.json does not name it. Components that nothing
 * uses stay in the bundle because of their names for developers' tools, and of calls that are not marked as pure.
 */
function productionRouter(): Plugin {
  const files: Record<string, string> = { 'react-router': 'index.mjs', 'react-router/dom': 'dom-export.mjs' }
  return {
    name: 'production-router',
    enforce: 'pre',
    apply: 'build',
    async resolveId(id, importer) {
      const file = files[id]
      if (file === undefined) return null
      const development = await this.resolve(id, importer, { skipSelf: true })
      return development && join(dirname(development.id), '../production', file)
    },
    transform: {
      filter: { id: /react-router\/dist\/production\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = ".*";$/gm, '')
          .replace(/^var \w+ = (?=\w+\.(forwardRef|memo|createContext)\()/gm, '$&/* @__PURE__ */ '),
        map: null,
      }),
    },
  }
}

/** The file of each class name suffix. */
const styleFiles = new Map<string, string>()

/** A short class name, because every screen has dozens: the name and a hash of the file. */
function className(name: string, path: string): string {
  const file = relative(import.meta.dirname, path)
  const end = createHash('sha256').update(file).digest('base64url').slice(0, 3)
  const other = styleFiles.get(end) ?? file
  if (other !== file)
    throw new Error(`Classes of ${file} and ${other} would have the same names: rename one file.`)
  styleFiles.set(end, file)
  return `${name}-${end}`
}

/**
 * The chunk of a module: `first` if the entry imports it statically, otherwise null. Packages with a huge index (icons,
 * Zod) are bundled with their importers. The turn's modules are all in the first
 * chunk, because home needs most of them.
 */
function firstLoad(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (/\/(lucide-react|zod)\//.test(id)) return null
  if (id.includes('/client/src/turn/')) return 'first'
  const seen = new Set<string>()
  const queue = [id]
  for (let module = queue.pop(); module !== undefined; module = queue.pop()) {
    if (seen.has(module)) continue
    seen.add(module)
    const info = modules.getModuleInfo(module)
    if (info?.isEntry) return 'first'
    queue.push(...(info?.importers ?? []))
  }
  return null
}
