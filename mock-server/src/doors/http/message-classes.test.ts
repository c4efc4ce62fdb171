import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { messageClasses } from './message-classes.ts'

test('requests and responses come with the prototypes that the app would give them', async () => {
  const app = express()
  app.get('/', (request, response) => {
    response.json({ isOfApp: request.app === app && response.app === app, path: request.path })
  })
  const found: boolean[] = []
  const server = createServer(messageClasses(app), (request, response) => {
    found.push(Object.getPrototypeOf(request) === app.request)
    found.push(Object.getPrototypeOf(response) === app.response)
    app(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect(await answer.json()).toEqual({ isOfApp: true, path: '/' })
    expect(found).toEqual([true, true])
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
