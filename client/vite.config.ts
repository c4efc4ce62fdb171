import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.INKLING_SERVER ?? 'http://localhost:4000'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The strict CSP takes scripts from files only: no inlined module preload helper, no data: scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/control': server,
      '/avatars': server,
    },
  },
})
