import { createInProcessServer, IN_PROCESS_ORIGIN } from '@inkling/mock-server/in-process'
import { spellingSketchbook } from '@inkling/scenarios/bots/sketchbook.fixture'
import { Pair } from '@inkling/scenarios/explore/pair'
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

test('a server that remembers deleted accounts is explored again with devices that it does not know', async () => {
  const { fetch } = createInProcessServer({ seed: '7' })
  const target = await httpTarget({ baseUrl: IN_PROCESS_ORIGIN, fetch })
  for (const _ of [1, 2, 3]) {
    const pair = await Pair.open({
      ...(await serversFor(target, '1', false)),
      sketchbook: spellingSketchbook,
      players: ['ann'],
      beginning: 'beginning',
      clock: '2026-03-07T12:00:00-05:00',
    })
    const ann = { bot: 'ann', do: 'profile' }
    expect(await pair.perform(ann)).toMatchObject({ difference: null })
    await pair.perform({ bot: 'ann', do: 'delete-account', with: { username: `\${ann.username}` } })
    expect(await pair.perform(ann)).toMatchObject({ difference: null, answer: { status: 401 } })
    await pair.close()
  }
})
