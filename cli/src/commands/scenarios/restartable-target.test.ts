import type { Target } from '@inkling/scenarios/runner/targets/target'
import { expect, test } from 'vitest'
import { restartable } from './restartable-target.ts'

/** A server whose clock is the system's again after a restart, and the changes of its clock. */
function server({ controls = true } = {}) {
  const changes: unknown[] = []
  const target: Target = {
    name: 'a server',
    baseUrl: 'http://server.example',
    controls,
    isShared: true,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      if (init?.method === 'POST') changes.push(JSON.parse(String(init.body)))
      return Response.json(pathname === '/readyz' ? {} : { now: '2026-05-20T12:00:00.000Z', mode: 'frozen' })
    },
    async close() {},
  }
  return { target, changes }
}

test('without a command, a target is not restarted', async () => {
  expect((await restartable(server().target, undefined)).restart).toBeUndefined()
})

test('after a restart the clock stands where it stood', async () => {
  const { target, changes } = server()
  await (await restartable(target, 'exit 0')).restart?.('keep')
  expect(changes).toEqual([{ freeze: true }, { set: '2026-05-20T12:00:00.000Z' }])
  const other = server({ controls: false })
  await (await restartable(other.target, 'exit 0')).restart?.('keep')
  expect(other.changes).toEqual([])
})

test('a command that fails ends the exploration with its message', async () => {
  const { restart } = await restartable(server().target, 'echo no such unit >&2; exit 3')
  await expect(restart?.('keep')).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('no such unit'),
  })
})
