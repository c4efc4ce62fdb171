import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'

interface Sent {
  url: string
  init: RequestInit | undefined
}

function clientOf(answer: Response, token: string | null = null) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'https://inkling.test',
    fetch: async (url, init) => {
      sent.push({ url: String(url), init })
      return answer.clone()
    },
    token: () => token,
    adminKey: 'key',
  })
  return { client, sent }
}

describe('the typed client', () => {
  test('fills paths and queries and sends token and JSON', async () => {
    const { client, sent } = clientOf(Response.json({}), 'a token')
    await client.kickMember({ params: { id: 'a/b' }, body: { userId: 'ben' } })
    await client.getHistory({ query: { limit: 5, before: undefined } })
    await client.getToday()
    expect(sent.map(({ url }) => url)).toEqual([
      'https://inkling.test/api/groups/a%2Fb/kick',
      'https://inkling.test/api/user/history?limit=5',
      'https://inkling.test/api/game/today',
    ])
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"userId":"ben"}',
      headers: { authorization: 'Bearer a token', 'content-type': 'application/json' },
    })
    expect(sent[2]?.init?.headers).not.toHaveProperty('content-type')
  })

  test('sends the admin key with the calls of admins only', async () => {
    const { client, sent } = clientOf(Response.json({}), 'a token')
    await client.kickMember({ params: { id: 'a' }, body: { userId: 'ben' } })
    await client.completeUserGame()
    await client.getControlStatus()
    const keys = sent.map(({ init }) => new Headers(init?.headers).get('x-admin-key'))
    expect(keys).toEqual([null, 'key', 'key'])
    expect(new Headers(sent[1]?.init?.headers).get('authorization')).toBe('Bearer a token')
  })

  test("throws an error with the server's code and message", async () => {
    const error = { error: { code: 'CONFLICT', message: 'ANN is currently playing' } }
    const { client } = clientOf(Response.json(error, { status: 409 }))
    await expect(client.startTurn()).rejects.toMatchObject({ ...error.error, status: 409, name: 'ApiError' })
  })

  test('throws its own codes for a body that is not JSON and for JSON without an error', async () => {
    const html = clientOf(new Response('<html>', { status: 502 })).client
    await expect(html.startTurn()).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'Request failed with status 502',
    })
    for (const body of [{}, null, [], { error: 'no' }, { error: { code: 7 } }]) {
      const { client } = clientOf(Response.json(body, { status: 500 }))
      await expect(client.startTurn()).rejects.toMatchObject({
        code: 'UNKNOWN_ERROR',
        message: 'An unknown error occurred',
      })
    }
    for (const [error, code, message] of [
      [{ code: 'CONFLICT' }, 'CONFLICT', ''],
      [{ message: 'Too late' }, 'UNKNOWN_ERROR', 'Too late'],
    ] as const) {
      const { client } = clientOf(Response.json({ error }, { status: 409 }))
      await expect(client.startTurn()).rejects.toMatchObject({ code, message })
    }
  })

  test("throws fetch's error if there is no response", async () => {
    const client = createClient({
      baseUrl: '',
      fetch: async () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await expect(client.getToday()).rejects.toThrow(TypeError)
  })

  test('passes each response and its headers to onReply', async () => {
    const seen: string[] = []
    const client = createClient({
      baseUrl: '',
      fetch: async () => Response.json({}, { headers: { 'x-token-renewed': 'fresh' } }),
      onReply: (name, { headers }) => seen.push(`${name} ${headers.get('x-token-renewed')}`),
    })
    await client.getProfile()
    expect(seen).toEqual(['getProfile fresh'])
  })
})
