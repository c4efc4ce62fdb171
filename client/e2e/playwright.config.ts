import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, CI, TRACE } = process.env

/** Browser tests: the built client in a real Chromium against the real server. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../.cache/e2e',
  forbidOnly: CI !== undefined,
  workers: 2,
  // Generous, for a machine that is busy with other work.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // A third of the time goes into a trace: it is for who looks for a failure's cause.
    trace: TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
