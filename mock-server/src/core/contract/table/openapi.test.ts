import { expect, test } from 'vitest'
import { endpointNames, endpoints } from './endpoints.ts'
import { openApi } from './openapi.ts'

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, object>; security: object[] }>
  >
}

const { paths } = openApi() as Document

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
    requestBody: { content: { 'application/json': { schema: { required: ['content', 'timeSpent'] } } } },
    responses: {
      200: {},
      400: {},
      401: { description: 'AUTH_REQUIRED, AUTH_INVALID' },
      409: { description: 'CONFLICT' },
    },
  })
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
