import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { nodeBytes } from './bytes-node.ts'
import { webBytes } from './bytes-web.ts'

for (const [name, bytes] of [
  ['node', nodeBytes],
  ['web', webBytes],
] as const) {
  test(`${name}: SHA-256 and HMAC give the published values`, () => {
    expect(bytes.sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(bytes.sha256(Uint8Array.of(97, 98, 99))).toBe(bytes.sha256('abc'))
    // RFC 4231, test case 2.
    expect(Buffer.from(bytes.hmac('Jefe', 'what do ya want for nothing?'), 'base64url').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test(`${name}: base64 goes there and back`, () => {
    const data = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 31) % 256)
    expect([...(bytes.fromBase64(bytes.toBase64(data)) ?? [])]).toEqual([...data])
    expect(bytes.toBase64(Uint8Array.of(251, 255))).toBe('+/8=')
  })

  test(`${name}: inflates up to a bound`, () => {
    const packed = deflateSync(Buffer.alloc(5000, 7))
    expect(bytes.inflate(packed, 5000)).toHaveLength(5000)
    expect(bytes.inflate(packed, 4999)).toBeNull()
    expect(bytes.inflate(packed.subarray(0, 8), 5000)).toBeNull()
    expect(bytes.inflate(Uint8Array.of(1, 2, 3), 5000)).toBeNull()
  })

  test.each(['a', 'ab c', '@@@@', 'YWJ', 'YW=j'])(`${name}: %j is not base64`, (text) => {
    expect(bytes.fromBase64(text)).toBeNull()
  })
}
