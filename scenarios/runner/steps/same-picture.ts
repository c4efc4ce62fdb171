import { decode } from 'fast-png'

/** Whether two base64 PNGs, with or without a data prefix, have the same pixels. */
export function samePicture(a: string, b: string): boolean {
  const [left, right] = [pixelsOf(a), pixelsOf(b)]
  return left !== null && right !== null && left.width === right.width && left.equals(right.bytes)
}

function pixelsOf(png: string) {
  try {
    const { width, data, channels } = decode(Buffer.from(png.replace(/^data:[^,]*,/, ''), 'base64'))
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    return { width, bytes, equals: (other: Buffer) => bytes.equals(other), channels }
  } catch {
    // Text that is not a PNG matches no picture.
    return null
  }
}
