import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { toBase64url } from '../../core/contract/base64.ts'

/* Replaces `node:crypto` in browsers, with the parts that the worlds use. */

/** A SHA-256 hash. @throws {RangeError} for another algorithm. */
export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new RangeError(`Only sha256 is supported in a browser, not ${algorithm}.`)
  const hash = sha256.create()
  return {
    update(data: string | Uint8Array) {
      hash.update(typeof data === 'string' ? new TextEncoder().encode(data) : data)
      return this
    },
    digest(encoding?: 'hex' | 'base64url') {
      const bytes = hash.digest()
      if (encoding === undefined) return bytes
      if (encoding === 'hex') return bytesToHex(bytes)
      return toBase64url(bytes)
    },
  }
}
