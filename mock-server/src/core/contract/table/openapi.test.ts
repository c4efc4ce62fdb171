import { expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { endpointNames, endpoints } from './endpoints.ts'
import { openApi } from './openapi.ts'

interface Operation {
  operationId: string
  requestBody?: Content
  responses: Record<string, Partial<Content>>
  security: object[]
}

interface Content {
  content: { 'application/json': { schema: object; example?: unknown } }
}

interface Document {
  servers: object[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const { servers, paths, components } = openApi() as Document

test('contains every documented call once, and no controls', () => {
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(described.sort()).toEqual(endpointNames.filter((name) => endpoints[name].documented).sort())
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
})

test('describes bodies, parameters, errors and access', () => {
  expect(paths['/api/game/submit-turn']?.post).toMatchObject({
    security: [{ player: [] }],
    responses: {
      200: {},
      400: {},
      401: { description: 'AUTH_REQUIRED, AUTH_INVALID' },
      // Of a suspended player.
      403: { description: 'FORBIDDEN' },
      409: { description: 'CONFLICT' },
    },
  })
  expect(paths['/api/auth/renew']?.post?.responses).not.toHaveProperty('403')
  expect(paths['/api/game/today']?.get?.responses).not.toHaveProperty('403')
  expect(paths['/api/reactions/{gameId}/{stepIndex}']?.delete).toMatchObject({
    parameters: [
      { name: 'gameId', in: 'path', required: true },
      { name: 'stepIndex', in: 'path', required: true },
    ],
  })
  expect(paths['/api/user/history']?.get).toMatchObject({
    parameters: [
      { name: 'before', in: 'query', required: false },
      { name: 'limit', in: 'query', required: false },
      {
        name: 'drawings',
        in: 'query',
        required: false,
        schema: {
          const: 'omit',
          description: expect.stringContaining('An extension of the reference server'),
        },
      },
    ],
  })
  expect(paths['/api/reactions/ws/{gameId}']?.get).toMatchObject({
    responses: { 101: {}, 403: { description: 'FORBIDDEN' } },
  })
})

test('names the types that calls share', () => {
  const today = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Today' } } } }
  expect(paths['/api/game/today']?.get?.responses[200]).toMatchObject(today)
  expect(paths['/api/game/skip-turn']?.post?.responses[200]).toMatchObject(today)
  expect(paths['/api/game/submit-turn']?.post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Submission' } } } },
  })
  expect(components.schemas).toMatchObject({
    Today: { properties: { participants: { items: { $ref: '#/components/schemas/Participant' } } } },
    Submission: { required: ['content', 'timeSpent'] },
    Error: { required: ['error'] },
  })
})

test('describes with names what the schemas of the table describe without', () => {
  for (const name of endpointNames) {
    const { documented, path, method, kind, body, reply }: Endpoint = endpoints[name]
    if (!documented) continue
    const call = paths[path]?.[method.toLowerCase()]
    expect(withoutNames(call), name).toMatchObject({
      ...(body && { requestBody: content(body, 'input') }),
      responses: { [kind === 'socket' ? 101 : 200]: content(reply, 'output') },
    })
  }
})

test('has an example of every body and reply, which its schema accepts, and the place of its own server', () => {
  expect(servers).toEqual([{ url: '/' }])
  for (const name of endpointNames) {
    const { documented, path, method, kind, body, reply }: Endpoint = endpoints[name]
    if (!documented || kind === 'socket') continue
    const call = paths[path]?.[method.toLowerCase()]
    const sent = call?.requestBody?.content['application/json']
    const received = call?.responses[200]?.content?.['application/json']
    for (const [schema, part] of [
      [body, sent],
      [reply, received],
    ] as const) {
      expect(part !== undefined, name).toBe(schema !== undefined)
      if (!schema || !part) continue
      expect(schema.safeParse(part.example).error, name).toBeUndefined()
      expect(described(part.schema).safeParse(part.example).error, name).toBeUndefined()
    }
    expect(reply.parse(received?.example), name).toEqual(received?.example)
  }
})

/** The schema as the document describes it. */
const described = (schema: object) =>
  fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(
        '#/components/schemas/',
        '#/$defs/',
      ),
    ),
  )

/** The part of a document with the schemas in the place of their names. */
function withoutNames(part: unknown): unknown {
  if (part === null || typeof part !== 'object') return part
  if (Array.isArray(part)) return part.map(withoutNames)
  if ('$ref' in part) {
    const name = String(part.$ref).replace('#/components/schemas/', '')
    expect(components.schemas).toHaveProperty([name])
    return withoutNames(components.schemas[name])
  }
  return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, withoutNames(each)]))
}

function content(schema: NonNullable<Endpoint['body']>, io: 'input' | 'output'): object {
  const { $schema, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return { content: { 'application/json': { schema: described } } }
}
