import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const client = fileURLToPath(new URL('..', import.meta.url))
const built = fileURLToPath(new URL('../../.cache/demo', import.meta.url))

/** Replaces the entry script of the product's page with one that starts the engine first. */
const demoEntry: Plugin = {
  name: 'demo-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/main.tsx', '/demo/main.ts'),
  },
}

/** Builds the demo: the client with the engine in the browser. */
export default defineConfig({
  root: client,
  mode: 'demo',
  plugins: [react(), demoEntry],
  // .scripts/demo.mjs copies the product's public files, msw's service worker, the world and the lexicon to this folder
  // before the build.
  publicDir: `${built}/public`,
  build: { outDir: `${built}/dist`, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
})
