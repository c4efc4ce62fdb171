import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { LONG_IDLE } from '../long-idle.fixture.ts'

/** What a browser would be given. */
interface Received {
  readonly device: string
  readonly payload: Record<string, unknown>
  readonly ttl: number
  readonly topic: string | undefined
}

interface Answer {
  readonly status: number
  readonly retryAfter?: string
}

/**
 * A push service on this machine, with browsers that subscribe to it. It checks signatures as RFC 8292 wants, and decrypts
 * payloads as RFC 8291 wants.
 * @param vapidKey the public key that browsers subscribe with
 */
export async function startPushService(vapidKey: string) {
  const received: Received[] = []
  const problems: unknown[] = []
  const devices = new Map<string, { readonly keys: ECDH; readonly auth: Buffer }>()
  /** The headers whose signatures are valid: a sender may use one for many messages. */
  const signed = new Set<string>()
  const service = { answer: (_device: string): Answer => ({ status: 201 }), calls: 0 }
  const server = createServer(LONG_IDLE, async (request, response) => {
    service.calls++
    const device = decodeURIComponent(request.url?.slice(1) ?? '')
    const { status, retryAfter } = service.answer(device)
    try {
      const body = await bodyOf(request)
      const { authorization = '', host } = request.headers
      if (!signed.has(authorization)) await checkSignature(authorization, vapidKey, `http://${host}`)
      signed.add(authorization)
      const known = devices.get(device)
      if (!known) throw new Error(`no browser ${device}`)
      const payload = JSON.parse(decrypt(body, known.keys, known.auth))
      if (status === 201) {
        received.push({
          device,
          payload,
          ttl: Number(request.headers.ttl),
          topic: request.headers.topic?.toString(),
        })
      }
    } catch (problem) {
      problems.push(problem)
    }
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    problems,
    /** Counts calls, and answers them. */
    service,
    isAllowed: (url: URL) => url.origin === origin,
    /** The token of a browser. */
    subscribe(device: string): string {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      devices.set(device, { keys, auth })
      return JSON.stringify({
        endpoint: `${origin}/${encodeURIComponent(device)}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      })
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

async function checkSignature(authorization: string, key: string, origin: string): Promise<void> {
  const [, token = '', signedBy] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  if (signedBy !== key) throw new Error(`signed by ${signedBy} instead of ${key}`)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'] })
  const hours = ((payload.exp ?? 0) - Date.now() / 1000) / 3600
  if (!(hours > 0 && hours <= 24)) throw new Error(`a signature is valid for 24 hours at most, not ${hours}`)
  if (!/^(?:mailto:|https:)/.test(payload.sub ?? '')) throw new Error(`${payload.sub} is not a contact`)
}

/** Decrypts one record of aes128gcm (RFC 8188). */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + (body[20] ?? 0)
  const sender = body.subarray(21, keyEnd)
  const derive = (from: Uint8Array, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
