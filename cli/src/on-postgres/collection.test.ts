import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { dailySample, newSchema } from '@inkling/mock-server/testing'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { loadScenario } from '@inkling/scenarios/runner/language/files/load'
import { runScenario } from '@inkling/scenarios/runner/run'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * A tenth of the scenarios, which changes daily, over HTTP against one server on PostgreSQL. That the same scenarios pass in
 * any order is tested in commands/scenarios/collection.test.ts.
 */

const folder = fileURLToPath(new URL('../../../scenarios/library/', import.meta.url))
const all = (await readdir(folder)).filter((name) => name.endsWith('.yaml'))
/** Costs as much as ten others. roll-over.yaml, history-paging.yaml and private-results.yaml play several days too. */
const LONG = 'month-of-a-group.yaml'
const files = dailySample(all, 10).filter((file) => file !== LONG)

const database = await newSchema()

const sketchbook = cachedSketchbook(loadSketchbook())
let server: RunningServer
let target: Target

beforeAll(async () => {
  server = await startServer({
    port: 0,
    data: null,
    database,
    seed: 'lived in',
    clock: '2026-03-07T12:00:00-05:00',
  })
  const { url, adminKey } = server
  target = await httpTarget({ baseUrl: url, fetch, adminKey: () => adminKey ?? undefined })
})
afterAll(async () => {
  await target.close()
  await server.close()
})

test.each(files)('%s', async (file) => {
  const run = await runScenario(await loadScenario(`${folder}${file}`), {
    target,
    sketchbook,
    onEvent: () => {},
  })
  expect(run.steps.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(run.outcome).toBe('passed')
})

test('the scenarios leave the clock as it was, and no faults', async () => {
  const admin = clientOf(target)
  const { mode, now } = await admin.getClock()
  expect(mode).toBe('shifted')
  expect(now).toMatch(/^2026-03-07T17:/)
  expect(await admin.getFaults()).toEqual([])
})
