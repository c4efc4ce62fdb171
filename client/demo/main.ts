// Must be the first import: see csp.ts.
import '../src/csp.ts'
import { startDemo } from './start-demo.ts'

/* The client without a server: an engine in this page handles the calls that msw's service worker intercepts. */

await startDemo()
await import('../src/main.tsx')
