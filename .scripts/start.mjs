import { join } from 'node:path'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, run } from './steps.mjs'

/* `npm start`: installs and builds what is missing, then serves the client and the API with the demo world. */

checkNode()
await ensureInstalled({ tools: false })
await ensureClientBuilt()
// Ctrl-C also reaches the server; this process waits until it has stopped.
process.on('SIGINT', () => {})
const serve = [
  join(root, 'cli/bin/inkling.mjs'),
  'serve',
  '--world',
  'demo',
  '--house-player',
  ...process.argv.slice(2),
]
process.exitCode = await run(process.execPath, serve, { passOn: ['SIGTERM'] })
