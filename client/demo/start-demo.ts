import { mswHandlers } from '@inkling/mock-server/browser'
import { setupWorker } from 'msw/browser'
import { openEngine } from './demo-engine.ts'

/** How often the demo checks whether the day is over. */
const DAY_CHECK_MS = 1000

/** Resolves when the engine is ready for the page's calls. */
export async function startDemo(): Promise<void> {
  const { origin } = window.location
  const engine = await openEngine()
  const worker = setupWorker(...mswHandlers(async () => engine, origin))
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
  setInterval(() => {
    engine
      .rollOverIfDue()
      .catch((error: unknown) => console.error('The day could not be rolled over:', error))
  }, DAY_CHECK_MS)
}
