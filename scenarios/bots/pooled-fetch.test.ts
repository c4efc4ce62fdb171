import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { pooledFetch } from './pooled-fetch.ts'

test('a pooled fetch behaves like fetch', async () => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    if (url === '/lost') {
      request.socket.destroy()
      return
    }
    if (url === '/none') {
      response.writeHead(204).end()
      return
    }
    const heard = { method, url, type: headers['content-type'], body: Buffer.concat(chunks).toString() }
    response.writeHead(418, { 'content-type': 'application/json', 'x-one': 'two' }).end(JSON.stringify(heard))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'grüß dich' }
  const pooled = pooledFetch(origin)
  const answers = await Promise.all([pooled, fetch].map((each) => each(`${origin}/a?b=c`, call)))
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 418, ok: false })
    expect(answer.headers.get('x-one')).toBe('two')
    const body = 'grüß dich'
    expect(await answer.json()).toEqual({ method: 'POST', url: '/a?b=c', type: 'text/plain', body })
  }
  expect((await pooled(`${origin}/none`)).status).toBe(204)
  await expect(pooled(`${origin}/a`, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  )
  for (const each of [pooled, fetch]) {
    await expect(each(`${origin}/lost`)).rejects.toThrow(new TypeError('fetch failed'))
  }
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(pooled(`${origin}/a`)).rejects.toThrow(new TypeError('fetch failed'))
})
