/* Gives Node's `Buffer` to modules that use it without an import. */

export { Buffer } from 'node:buffer'
