/** Bytes as base64, without a prefix. For browsers and Node alike. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  }
  return btoa(binary)
}

/** Engines limit how many arguments a call may have. */
const SLICE = 8192
