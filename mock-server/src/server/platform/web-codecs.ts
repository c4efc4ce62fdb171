import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { unzlibSync } from 'fflate'
import { toBase64, toBase64url } from '../../core/contract/base64.ts'
import type { Codecs } from '../../core/picture/codecs.ts'
import { crc32 } from '../../core/picture/png-chunks.ts'

/** Codecs for browsers. They do not use Web Crypto, which is asynchronous. */
export const webCodecs: Codecs = {
  sha256: (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)),
  hmac: (key, text) => toBase64url(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text))),
  toBase64,
  fromBase64(text) {
    // atob also accepts missing padding and white space. Both are refused here.
    if (text.length % 4 !== 0 || /\s/.test(text)) return null
    try {
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    } catch {
      return null
    }
  },
  crc32,
  inflate(data, maxBytes) {
    try {
      // fflate drops output that does not fit. One extra byte shows that the limit was exceeded.
      const whole = unzlibSync(data, { out: new Uint8Array(maxBytes + 1) })
      return whole.length <= maxBytes ? whole : null
    } catch {
      return null
    }
  },
}
