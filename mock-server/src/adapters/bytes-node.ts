import { createHash, createHmac } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { Bytes } from '../engine/ports.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export const nodeBytes: Bytes = {
  sha256: (data) => createHash('sha256').update(data).digest('hex'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
  toBase64: (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
  fromBase64: (text) => (text.length % 4 === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : null),
  inflate(data, mostBytes) {
    try {
      // One piece for all there may be: gluing zlib's usual 16 kB pieces takes longer than inflating them.
      return inflateSync(data, { maxOutputLength: mostBytes, chunkSize: Math.max(64, mostBytes + 1) })
    } catch {
      // Damaged or too large: either way nothing to go on with.
      return null
    }
  },
}
