import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions, type Rolldown } from 'vite'
import { announcedAdminKey } from '../mock-server/src/compose/announced-servers.ts'
import { packedAssets } from './packed-assets.ts'
import { serviceWorker } from './service-worker/plugin.ts'

const server = process.env.INKLING_SERVER ?? 'http://localhost:4000'

/** The debug menu's calls get the admin key of a server on this machine; those of other sites' pages do not. */
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

export default defineConfig({
  plugins: [versionOnly(), react(), serviceWorker(), packedAssets()],
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The strict CSP takes scripts from files only: no inlined module preload helper, no data: scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What home needs is one file: left alone, it is cut wherever another chunk shares a part of it.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstLoad, debugName: 'first load' }] } },
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

/** Of the project's package.json the client needs its version; left alone, all of it is in the bundle. */
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

/** Files of classes, by what the names of all their classes end with. */
const styleFiles = new Map<string, string>()

/** The name of a class outside of its file: short, for every screen has dozens. */
function className(name: string, path: string): string {
  const file = relative(import.meta.dirname, path)
  const end = createHash('sha256').update(file).digest('base64url').slice(0, 3)
  const other = styleFiles.get(end) ?? file
  if (other !== file)
    throw new Error(`Classes of ${file} and ${other} would be named alike: rename one file.`)
  styleFiles.set(end, file)
  return `${name}-${end}`
}

/**
 * Names the chunk of all that the entry imports without being asked to wait; null for everything else. What has an
 * index that names all of it goes where it is used: icons, and Zod, of which home only needs the settings. All that
 * looks after a turn stays together: home has most of it.
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
