import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { serviceWorker } from './service-worker/plugin.ts'

const server = process.env.INKLING_SERVER ?? 'http://localhost:4000'

export default defineConfig({
  plugins: [react(), serviceWorker()],
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
      '/api': { target: server, ws: true },
      '/control': server,
      '/avatars': server,
    },
  },
})

/**
 * Names the chunk of all that the entry imports without being asked to wait; null for everything else. Icons go where
 * they are shown, though one index names them all.
 */
function firstLoad(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (id.includes('/lucide-react/')) return null
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
