import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = new URL('..', import.meta.url).pathname

/** Two kinds of tests: of plain code in Node, and of the client's components in a DOM. */
export default defineConfig({
  root,
  test: {
    restoreMocks: true,
    // Two cores, shared with whatever else is running.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        root,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{fixtures,mock-server,scenarios,cli,.config}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['client/src/**/*.test.{ts,tsx}'],
          setupFiles: ['client/src/testing/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
