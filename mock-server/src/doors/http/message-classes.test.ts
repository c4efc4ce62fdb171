import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type MessageClasses, messageClasses } from './message-classes.ts'

/** Sends one request to a server of these classes. @returns the body of the response */
async function ask(classes: Partial<MessageClasses>, listener: RequestListener): Promise<string> {
  const server = createServer(classes as MessageClasses, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}/a?b=1`)).text()
}

const greeting = (): Express => express().get('/a', (request, response) => response.json(request.query))

/** The prototypes of an object, the nearest first, up to and including `last`. */
function prototypes(object: object, last: object): object[] {
  const next = Object.getPrototypeOf(object)
  if (next === null) throw new Error('The chain of prototypes does not reach the expected one')
  return next === last ? [next] : [next, ...prototypes(next, last)]
}

/**
 * What Express 5 sets on messages. If this fails after an update of Express, compare message-classes.ts with `app.handle` in
 * express/lib/application.js, or remove message-classes.ts: the server works without it, only slower.
 */
test('Express sets the prototypes of requests and responses, and these properties', async () => {
  const app = greeting()
  const seen: unknown[] = []
  const body = await ask({}, (request, response) => {
    const before = [Object.keys(request), Object.keys(response)]
    const set = vi.spyOn(Object, 'setPrototypeOf')
    app(request, response)
    const calls = set.mock.calls.map(([object, prototype]) => [
      object === request ? 'request' : object === response ? 'response' : 'other',
      prototype === app.request ? 'app.request' : prototype === app.response ? 'app.response' : 'other',
    ])
    set.mockRestore()
    const added = [request, response].map((message, at) =>
      Object.keys(message).filter((key) => !before[at]?.includes(key)),
    )
    seen.push(calls, added)
  })
  expect(body).toBe('{"b":"1"}')
  expect(seen).toEqual([
    [
      ['request', 'app.request'],
      ['response', 'app.response'],
    ],
    [
      ['res', 'next', 'baseUrl', 'originalUrl', '_parsedUrl', 'route', 'params'],
      ['locals', 'statusMessage', 'statusCode'],
    ],
  ])
})

test('messages of the classes have the same prototypes as stock Express messages', async () => {
  const stock: object[][] = []
  const own: object[][] = []
  const plain = greeting()
  const plainBody = await ask({}, (request, response) => {
    plain(request, response)
    stock.push(prototypes(request, IncomingMessage.prototype), prototypes(response, ServerResponse.prototype))
  })
  const app = greeting()
  const body = await ask(messageClasses(app), (request, response) => {
    own.push(prototypes(request, IncomingMessage.prototype), prototypes(response, ServerResponse.prototype))
    app(request, response)
    expect(Object.getPrototypeOf(request)).toBe(app.request)
    expect(Object.getPrototypeOf(response)).toBe(app.response)
  })
  expect(body).toBe(plainBody)
  const names = (chains: object[][]) =>
    chains.map((chain) => chain.map((each) => Object.getOwnPropertyNames(each)))
  // The class's own prototype comes first and adds nothing but its constructor.
  expect(names(own)).toEqual(names(stock).map((chain) => [['constructor'], ...chain]))
})
