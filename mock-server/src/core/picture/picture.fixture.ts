import { encode } from 'fast-png'

/** A white square with one black dot, as base64 PNG. */
export function picture(side: number): string {
  const data = new Uint8Array(side * side * 3).fill(255)
  data.set([0, 0, 0], 99)
  return Buffer.from(encode({ width: side, height: side, channels: 3, data })).toString('base64')
}
