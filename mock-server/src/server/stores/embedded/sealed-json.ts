import { crc32 } from 'node:zlib'

/*
 * A JSON object that ends with a checksum of everything before it, under the empty key. Any tool can read it as JSON, and
 * a changed byte is detected even if the text is still valid JSON.
 */

/** The end of an object. @param checksum of its text, up to and including the comma before the checksum */
export const sealWith = (checksum: number): string => `"":"crc32 ${checksum.toString(16).padStart(8, '0')}"}`

const SEAL_LENGTH = sealWith(0).length

/** An object as sealed JSON on one line. */
export function sealedJson(value: object): string {
  const json = JSON.stringify(value).slice(0, -1)
  const open = json === '{' ? json : `${json},`
  return open + sealWith(crc32(open))
}

/**
 * The value of {@link sealedJson}. JSON without a checksum is accepted, so that a file can be edited.
 * @throws {SyntaxError} if it is not JSON or the checksum does not match.
 */
export function readSealed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  const value = parsed(text)
  // No sealed object ends with a string of its own, so a string at the end is the checksum.
  if (!text.endsWith('"}')) return value
  if (
    bytes.toString('latin1', bytes.length - SEAL_LENGTH) !== sealWith(crc32(bytes.subarray(0, -SEAL_LENGTH)))
  ) {
    throw new SyntaxError('its checksum does not match')
  }
  if (typeof value === 'object' && value !== null && '' in value) delete value['']
  return value
}

/** V8's message would repeat a part of the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError('it is not valid JSON')
  }
}
