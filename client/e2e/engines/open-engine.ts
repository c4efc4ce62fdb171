import { openChromium, openFirefox } from './bidi-engine.ts'
import type { Engine, EngineName } from './engine.ts'
import { openWebKit } from './webkit-engine.ts'

/**
 * Opens an engine at the paths in the environment, which .scripts/browsers/engines.mjs finds.
 * @throws {Error} for a variable that is not set
 */
export async function openEngine(name: EngineName): Promise<Engine> {
  if (name === 'firefox') return openFirefox(pathIn('FIREFOX_PATH'))
  if (name === 'chromium') return openChromium(pathIn('CHROMIUM_PATH'))
  return openWebKit({
    driver: pathIn('WEBKIT_DRIVER_PATH'),
    browser: pathIn('WEBKIT_BROWSER_PATH'),
    display: pathIn('XVFB_PATH'),
  })
}

function pathIn(variable: string): string {
  const path = process.env[variable]
  if (!path) throw new Error(`${variable} is not set: \`npm test\` looks for the browsers and sets it`)
  return path
}
