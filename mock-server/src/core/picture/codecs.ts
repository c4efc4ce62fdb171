/** Hashes and encodings that each platform implements differently. */
export interface Codecs {
  /** SHA-256 in hex. */
  sha256(data: Uint8Array | string): string
  /** HMAC-SHA-256 of `text` in base64url. */
  hmac(key: string, text: string): string
  /** Standard base64 with padding. */
  toBase64(data: Uint8Array): string
  /** Decodes standard base64; null for anything else. */
  fromBase64(text: string): Uint8Array | null
  /** The CRC-32 of zlib and PNG. */
  crc32(data: Uint8Array): number
  /** Inflates zlib data; null if the data is damaged or larger than `maxBytes`. */
  inflate(data: Uint8Array, maxBytes: number): Uint8Array | null
}
