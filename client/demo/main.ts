// Imported first, as in the product: see csp.ts.
import '../src/csp.ts'
import { startDemo } from './start-demo.ts'

/* The client without a server: an engine in this page answers the calls that the service worker intercepts. */

await startDemo()
await import('../src/main.tsx')
