const LAST_TEXT = 0x81
const LENGTH_FOLLOWS = 126
const MAX_BYTES = 0xffff

/**
 * Encodes a text message as the frame of a server (RFC 6455, 5.2). One frame serves all listeners: a library that encodes
 * it for each listener spends more time on that than on sending.
 * @throws {RangeError} if it is longer than 65,535 bytes.
 */
export function textFrame(text: string): Buffer {
  const message = Buffer.from(text)
  const { length } = message
  if (length > MAX_BYTES) throw new RangeError(`A message of ${length} bytes is too long for one frame`)
  const lengths = length < LENGTH_FOLLOWS ? [length] : [LENGTH_FOLLOWS, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([LAST_TEXT, ...lengths]), message])
}
