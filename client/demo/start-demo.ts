import { mswHandlers } from '@inkling/mock-server/doors/msw/msw'
import { setupWorker } from 'msw/browser'
import { openEngine } from './demo-engine.ts'

/** How often it is looked whether a day has ended. */
const DAY_CHECK_MS = 1000

/** Resolves when every call of the page is answered by the engine. */
export async function startDemo(): Promise<void> {
  const { origin } = window.location
  const engine = await openEngine()
  const worker = setupWorker(...mswHandlers(async () => engine, origin))
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
  setInterval(() => {
    engine.keepDay().catch((error: unknown) => console.error('The day could not be rolled over:', error))
  }, DAY_CHECK_MS)
}
