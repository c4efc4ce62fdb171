import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = new URL('..', import.meta.url).pathname

/**
 * Tests with too many cases run a sample, which changes daily. Only properties that hold for every case may be sampled.
 * INKLING_TEST_SEED repeats the sample of another day.
 */
const { INKLING_TEST_SEED = String(Math.floor(Date.now() / 86_400_000)) } = process.env
if (!/^\d{1,9}$/.test(INKLING_TEST_SEED))
  throw new Error(
    `INKLING_TEST_SEED is '${INKLING_TEST_SEED}'. Set it to the seed that the earlier run printed.`,
  )
console.info(
  `Cases are chosen with seed ${INKLING_TEST_SEED}. INKLING_TEST_SEED=${INKLING_TEST_SEED} repeats this choice.`,
)

/** Settings of every project: projects do not inherit the top-level ones. */
const common = {
  restoreMocks: true,
  env: { INKLING_TEST_SEED },
  // Test files share the modules of their worker: loading them for each file takes two thirds of the processor time. So
  // no test mocks modules (`vi.mock`): other files would get the mocks.
  isolate: false,
  // Long enough for two cores under twenty times the load of the tests.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 15_000 } },
}

/** Tests that mostly wait for processes and databases. */
const WAITING = /postgres|\/cli\/src\/package\.test\.ts$|\/bench\/faults\/faults\.test\.ts$/

/**
 * Starts the files that mostly wait first: at the end of a run, they would run alone. The tests of components come last,
 * because a worker that changes the project is started again.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'client' ? 2 : WAITING.test(moduleId) ? 0 : 1
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Node 25 and newer has its own `localStorage`, which hides that of the test environment. */
const withoutWebStorage = process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

const client = {
  ...common,
  environment: 'happy-dom' as const,
  // Rendering creates many objects that live until the end of a test; a larger young generation copies them less often.
  execArgv: ['--max-semi-space-size=64', ...withoutWebStorage],
  setupFiles: ['client/src/testing/setup.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
}

/**
 * Two kinds of tests: code in Node, and client components in a DOM. Client modules store the state of a page;
 * `testing/setup.ts` clears it after each test.
 */
export default defineConfig({
  root,
  test: {
    // One more than there are cores, because many of the tests wait for processes.
    maxWorkers: availableParallelism() + 1,
    // Keeps transformed modules in node_modules between runs: a single test file then needs a third less processor time.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        root,
        test: {
          ...common,
          environment: 'node',
          name: 'node',
          include: ['{fixtures,mock-server,scenarios,cli,client/{demo,service-worker},.config}/**/*.test.ts'],
          // Starts PostgreSQL if a test of it is selected.
          globalSetup: ['mock-server/src/server/stores/postgres/postgres-servers.setup.ts'],
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          ...client,
          name: 'client',
          include: ['client/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
