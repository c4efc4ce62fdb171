import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = new URL('..', import.meta.url).pathname

/** Of every project: projects take nothing over from the settings around them. */
const common = {
  restoreMocks: true,
  // Two cores, shared with whatever else is running.
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 15_000 } },
}

const POSTGRES_TESTS = '{mock-server/src/stores/postgres,cli/src/on-postgres}/*.test.ts'

/** Node from 25 on has a `localStorage` of its own, which hides the one of the test environment. */
const withoutWebStorage = process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

/** Three kinds of tests: of plain code in Node, of what needs a PostgreSQL server, and of the client's components in a DOM. */
export default defineConfig({
  root,
  test: {
    // Many tests wait for processes of their own: with a core left free, two cores would run one file at a time.
    maxWorkers: '100%',
    projects: [
      {
        root,
        test: {
          ...common,
          name: 'node',
          environment: 'node',
          include: ['{fixtures,mock-server,scenarios,cli,.config}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', POSTGRES_TESTS],
        },
      },
      {
        root,
        test: {
          ...common,
          name: 'postgres',
          environment: 'node',
          include: [POSTGRES_TESTS],
          // Starts the servers; it runs only where one of these tests does.
          globalSetup: ['mock-server/src/stores/postgres/postgres-servers.setup.ts'],
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          ...common,
          name: 'client',
          environment: 'happy-dom',
          execArgv: withoutWebStorage,
          include: ['client/src/**/*.test.{ts,tsx}'],
          setupFiles: ['client/src/testing/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
