import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { LONG_IDLE } from '../long-idle.fixture.ts'
import type { ServiceAccount } from './service-account.ts'

interface Answer {
  readonly status: number
  readonly body?: object
  readonly retryAfter?: string
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Firebase Cloud Messaging on this machine, with the tokens of Google for its service account. */
export async function startFcm() {
  const messages: Record<string, unknown>[] = []
  const fcm = { answer: (_token: string): Answer => ({ status: 200 }), tokensIssued: 0, calls: 0 }
  const access = () => `access ${fcm.tokensIssued}`
  const server = createServer(LONG_IDLE, async (request, response) => {
    const body = await text(request)
    const reply = ({ status, body = {}, retryAfter }: Answer) =>
      response
        .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
        .end(JSON.stringify(body))
    if (request.url === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? ''
      const { payload } = await jwtVerify(assertion, createPublicKey(privateKey), {
        issuer: account().client_email,
        audience: account().token_uri,
      })
      if (payload.scope !== 'https://www.googleapis.com/auth/firebase.messaging')
        return reply({ status: 400 })
      fcm.tokensIssued++
      return reply({ status: 200, body: { access_token: access(), expires_in: 3600 } })
    }
    fcm.calls++
    if (request.headers.authorization !== `Bearer ${access()}`) return reply({ status: 401 })
    if (request.url !== '/v1/projects/inkling-test/messages:send') return reply({ status: 404 })
    const { message } = JSON.parse(body)
    const answer = fcm.answer(message.token)
    if (answer.status === 200) messages.push(message)
    return reply(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = (): ServiceAccount => ({
    project_id: 'inkling-test',
    client_email: 'push@inkling-test.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${origin}/token`,
  })
  return {
    messages,
    /** Counts calls, and answers them. */
    fcm,
    origin,
    account: account(),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** The error of a device whose app was removed. */
export const UNREGISTERED: Answer = {
  status: 404,
  body: {
    error: {
      status: 'NOT_FOUND',
      details: [
        { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' },
      ],
    },
  },
}
