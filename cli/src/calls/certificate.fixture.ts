import { generateKeyPairSync, sign } from 'node:crypto'

/* Certificates of localhost, signed by themselves. Their keys are generated at each use. */

/** An element in DER: tag, length and content. */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex')
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const objectId = (digits: string): Buffer => der(0x06, hex(digits))

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))
const COMMON_NAME = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, 'localhost'))))
const until = (end: string): Buffer => sequence(der(0x17, '200101000000Z'), der(0x17, end))
const VALIDITY = { expired: until('200102000000Z'), valid: until('491231000000Z') }
const NAMES = sequence(
  objectId('551d11'),
  der(0x04, sequence(der(0x82, 'localhost'), der(0x87, hex('7f000001')))),
)
const IS_AUTHORITY = sequence(
  objectId('551d13'),
  der(0x01, hex('ff')),
  der(0x04, sequence(der(0x01, hex('ff')))),
)

/** Key and certificate in PEM. */
export function certificate(validity: keyof typeof VALIDITY): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const unsigned = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ECDSA_WITH_SHA256,
    COMMON_NAME,
    VALIDITY[validity],
    COMMON_NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(NAMES, IS_AUTHORITY)),
  )
  const signature = der(0x03, hex('00'), sign('sha256', unsigned, privateKey))
  const text = sequence(unsigned, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  }
}
