import { createServer } from 'node:http'
import { startServer } from '@inkling/mock-server/server'
import { parseLoad } from '@inkling/scenarios/load/file/parse'
import { planOf } from '@inkling/scenarios/load/file/plan'
import { runLoad } from '@inkling/scenarios/load/generator/run-load'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../local-server.fixture.ts'
import { partInProcess } from './load-process.ts'
import { loadText } from './load-text.ts'

// Five seconds, because processes that start on a busy machine may make few calls in one.
const plan = planOf(
  parseLoad(
    `{ version: 1, name: two processes, players: 20, profile: steady, duration: 5s, speed: 100, stay: 100s,
       groups: { share: 0.5, size: 2 }, generator: { late-after: 10s }, limits: { calls: 5000, duration: 1m },
       thresholds: { turns: ">=2", invariants: 0 } }`,
    'load.yaml',
  ),
  '7',
)

test('a process whose preparation hangs ends at once when the load is interrupted', async () => {
  const interrupt = new AbortController()
  const silent = createServer(() => interrupt.abort(new Error('interrupted')))
  onTestFinished(() => void silent.close())
  const url = await listening(silent)
  const target = { baseUrl: url, fetch, name: url, controls: false, isShared: true, async close() {} }
  const part = partInProcess(plan, url, 0, 1)
  const { signal } = interrupt
  const report = await runLoad({ plan, target, parts: [part], signal, onEvent: () => {} })
  expect(report).toMatchObject({ stopped: 'interrupted', slices: [], summary: { outcome: 'interrupted' } })
})

test('two processes share the players of one load, and their results become one report', async () => {
  const adminKey = 'key-of-the-load'
  const server = await startServer({
    port: 0,
    data: null,
    seed: '7',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey,
  })
  onTestFinished(() => server.close())
  const target = await httpTarget({ baseUrl: server.url, fetch, adminKey })
  const parts = [0, 1].map((at) => partInProcess(plan, server.url, at, 2))
  const { signal } = new AbortController()
  const report = await runLoad({ plan, target, parts, signal, onEvent: () => {} })
  expect(report).toMatchObject({ processes: 2, stopped: null, summary: { outcome: 'passed', players: 20 } })
  const [first, second, ...more] = report.digest.split('-')
  expect({ more, areEqual: first === second }).toEqual({ more: [], areEqual: false })
  const { acknowledged, found } = report.invariants
  expect(acknowledged).toBeGreaterThanOrEqual(2)
  expect(found).toBe(acknowledged)
  const page = { paint: (_: string, text: string) => text, width: 80 }
  expect(loadText(report, page as never)).toContain('the same one of the 2 processes generates both')
})
