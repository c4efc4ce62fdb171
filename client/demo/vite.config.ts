import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const client = fileURLToPath(new URL('..', import.meta.url))
const built = fileURLToPath(new URL('../../.cache/demo', import.meta.url))

/** The product's page with another entry script, which starts the engine first. */
const demoEntry: Plugin = {
  name: 'demo-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/main.tsx', '/demo/main.ts'),
  },
}

/** The demo: the whole client with the engine in the browser. The product's build contains none of it. */
export default defineConfig({
  root: client,
  mode: 'demo',
  plugins: [react(), demoEntry],
  // .scripts/demo.mjs fills this folder before the build: the product's public files, the service worker, the world,
  // the lexicon.
  publicDir: `${built}/public`,
  build: { outDir: `${built}/dist`, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
})
