import { defineConfig } from '@playwright/test'
import type { EngineName } from './engines/engine.ts'

const { CHROMIUM_PATH, CI, FIREFOX_PATH, TRACE, WEBKIT_DRIVER_PATH } = process.env

/** Chromium applies only the last list of features, so this one repeats Playwright's (its chromiumSwitches.ts). */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  // Each window loads these two pages for the suggestions below its address bar: 0.7 s of CPU time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/** A project with the flows that run in every engine; see engines/engine.ts. */
const engine = (name: string, engineName: EngineName) => ({
  name,
  testDir: 'engines',
  use: { engineName } as object,
})

/** Browser tests: the built client in real browsers against the real server. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  projects: [
    { name: 'Chromium', testIgnore: 'engines/**' },
    ...(FIREFOX_PATH ? [engine('Firefox', 'firefox')] : []),
    ...(WEBKIT_DRIVER_PATH ? [engine('WebKit', 'webkit')] : []),
  ],
  outputDir: '../../.cache/e2e',
  forbidOnly: CI !== undefined,
  workers: 2,
  // Generous, for a busy machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    // See `motion` in fixtures.ts.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recorded on demand only, because it takes a third more time.
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
        `--disable-features=${DISABLED_FEATURES.join()}`,
      ],
    },
  },
})
