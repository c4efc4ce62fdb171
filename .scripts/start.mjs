import { join } from 'node:path'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, run } from './steps.mjs'

/* `npm start`: what is missing is installed and built, then everything is served with the demo world. */

checkNode()
await ensureInstalled()
await ensureClientBuilt()
// Ctrl-C reaches the server too: this process only waits for it to end well.
process.on('SIGINT', () => {})
const serve = [join(root, 'cli/bin/inkling.mjs'), 'serve', '--world', 'demo', ...process.argv.slice(2)]
process.exitCode = await run(process.execPath, serve, { passOn: ['SIGTERM'] })
