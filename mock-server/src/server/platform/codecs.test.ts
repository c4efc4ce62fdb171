import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodeCodecs } from './node-codecs.ts'
import { webCodecs } from './web-codecs.ts'

for (const [name, bytes] of [
  ['node', nodeCodecs],
  ['web', webCodecs],
] as const) {
  test(`${name}: SHA-256 and HMAC give the published values`, () => {
    expect(bytes.sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(bytes.sha256(Uint8Array.of(97, 98, 99))).toBe(bytes.sha256('abc'))
    // RFC 4231, test case 2.
    expect(Buffer.from(bytes.hmac('Jefe', 'what do ya want for nothing?'), 'base64url').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test(`${name}: base64 round-trips`, () => {
    const data = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 31) % 256)
    expect([...(bytes.fromBase64(bytes.toBase64(data)) ?? [])]).toEqual([...data])
    expect(bytes.toBase64(Uint8Array.of(251, 255))).toBe('+/8=')
  })

  test(`${name}: CRC-32 gives the published values`, () => {
    expect(bytes.crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
    expect(bytes.crc32(new Uint8Array())).toBe(0)
    // The last chunk of every PNG.
    expect(bytes.crc32(Buffer.from('IEND'))).toBe(0xae426082)
  })

  test(`${name}: inflates up to a size limit`, () => {
    const packed = deflateSync(Buffer.alloc(5000, 7))
    expect(bytes.inflate(packed, 5000)).toHaveLength(5000)
    expect(bytes.inflate(packed, 4999)).toBeNull()
    expect(bytes.inflate(packed.subarray(0, 8), 5000)).toBeNull()
    expect(bytes.inflate(Uint8Array.of(1, 2, 3), 5000)).toBeNull()
  })

  test(`${name}: accepts exactly the texts of the base64 grammar`, () => {
    const texts = fc
      .array(fc.constantFrom(...'AZaz09+/=-_ \n@.é字'), { maxLength: 12 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const isBase64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
        expect(bytes.fromBase64(text) !== null).toBe(isBase64)
      }),
      { seed: 20261121, numRuns: 2_000 },
    )
  })

  test.each(['a', 'ab c', '@@@@', 'YWJ', 'YW=j'])(`${name}: %j is not base64`, (text) => {
    expect(bytes.fromBase64(text)).toBeNull()
  })
}
