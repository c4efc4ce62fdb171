import { strToU8, zlibSync } from 'fflate'

/* Replaces `node:zlib` in browsers, with the parts that pictures use. */

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

export const deflateSync = (data: Uint8Array | string, { level = 6 }: { level?: Level } = {}): Uint8Array =>
  zlibSync(typeof data === 'string' ? strToU8(data) : data, { level })
