import { crc32 } from 'node:zlib'

/*
 * A JSON object that ends with a checksum of all that stands before it, under the one key that nothing else has: the empty
 * one. It stays JSON for whoever else looks at it, and a byte that has changed is seen also where it is still JSON.
 */

const hex = (checksum: number): string => checksum.toString(16).padStart(8, '0')
const sealOf = (checksum: number): string => `"":"crc32 ${hex(checksum)}"}`
const SEAL_LENGTH = sealOf(0).length

/** An object as sealed JSON, in the pieces that its JSON comes in: entries, each with a comma before it but for the first. */
export async function* sealed(entries: AsyncIterable<string>): AsyncGenerator<string> {
  let checksum = crc32('{')
  let before = '{'
  let isEmpty = true
  for await (const piece of entries) {
    checksum = crc32(piece, checksum)
    yield before + piece
    before = ''
    isEmpty = false
  }
  const comma = isEmpty ? '' : ','
  yield `${before}${comma}${sealOf(crc32(comma, checksum))}`
}

/** The same for a small object. */
export function sealedJson(value: object): string {
  const json = JSON.stringify(value).slice(0, -1)
  const open = json === '{' ? json : `${json},`
  return open + sealOf(crc32(open))
}

/**
 * The value of sealed JSON. JSON without a seal is taken as it is: somebody may have written it by hand.
 * @throws {SyntaxError} when it is no JSON, or not what was sealed.
 */
export function readSealed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  const value: unknown = JSON.parse(text)
  // All our objects hold objects and lists: none but a sealed one ends with a text.
  if (!text.endsWith('"}')) return value
  if (text.slice(-SEAL_LENGTH) !== sealOf(crc32(bytes.subarray(0, -SEAL_LENGTH)))) {
    throw new SyntaxError('its checksum does not fit')
  }
  if (typeof value === 'object' && value !== null && '' in value) delete value['']
  return value
}
