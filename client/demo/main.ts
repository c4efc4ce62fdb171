// First of all, as in the product: see there.
import '../src/csp.ts'
import { startDemo } from './start-demo.ts'

/* The client without a server: an engine in this very page answers what the service worker passes it. */

await startDemo()
await import('../src/main.tsx')
