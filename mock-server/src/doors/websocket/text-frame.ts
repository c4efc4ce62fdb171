const LAST_TEXT = 0x81
const LENGTH_FOLLOWS = 126
const MAX_BYTES = 0xffff

/**
 * A text message as a server puts it on a WebSocket's connection (RFC 6455, 5.2). Made once for all who listen: a library
 * that frames it for each of them takes longer over that than over sending it.
 * @throws {RangeError} when it is longer than 65,535 bytes.
 */
export function textFrame(text: string): Buffer {
  const message = Buffer.from(text)
  const { length } = message
  if (length > MAX_BYTES) throw new RangeError(`A message of ${length} bytes is too long for one frame`)
  const lengths = length < LENGTH_FOLLOWS ? [length] : [LENGTH_FOLLOWS, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([LAST_TEXT, ...lengths]), message])
}
