import { join } from 'node:path'
import { root, runQuietly } from './steps.mjs'

/*
 * `npm run types`: checks what runs in Node, the client, and its service worker, each with its own global types. The client
 * checks the sources that it imports too, so the same error can come twice.
 */

const words = ['-b', '.', 'client', 'client/service-worker', '--pretty', 'false']
// More threads take twice the processor time, and are no faster on two cores.
const { code, output } = await runQuietly(join(root, 'node_modules/.bin/tsc'), [...words, '--singleThreaded'])
// The lines after the first one of a message are indented.
const messages = new Set(output.trimEnd().split(/\n(?!\s)/))
messages.delete('')
for (const message of messages) process.stdout.write(`${message}\n`)
process.exitCode = code
