import { createInProcessServer, IN_PROCESS_ORIGIN } from '@inkling/mock-server/in-process'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { expect, test } from 'vitest'
import { serversFor } from './exploration.ts'

test.each([
  { adminKey: 'a key of this test', status: 403 },
  { adminKey: undefined, status: 200 },
])(
  'the reference takes admin calls without a key if the target does: $status',
  async ({ adminKey, status }) => {
    const key = adminKey === undefined ? {} : { adminKey }
    const { fetch } = createInProcessServer({ seed: '7', ...key })
    const target = await httpTarget({ baseUrl: IN_PROCESS_ORIGIN, fetch, ...key })
    const { servers, serverSeed } = await serversFor(target, '1', false)
    expect(serverSeed).toBe('7')
    for (const server of [await servers.reference(null), await servers.target(null)]) {
      const response = await server.fetch(`${server.baseUrl}/api/admin/moderation/reports`)
      expect(response.status).toBe(status)
    }
  },
)
