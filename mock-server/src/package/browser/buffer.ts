/* Provides the global `Buffer` of Node to bundled modules. */

export { Buffer } from 'node:buffer'
