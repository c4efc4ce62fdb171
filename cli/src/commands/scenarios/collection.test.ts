import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { DAY_MS } from '@inkling/mock-server/contract/constants'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { dailySample } from '@inkling/mock-server/testing'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { loadScenario } from '@inkling/scenarios/runner/language/files/load'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import type { RunEvent, RunReport } from '@inkling/scenarios/runner/reports/report'
import { runScenario, seedOf } from '@inkling/scenarios/runner/run'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/targets/in-process-target'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { painter } from '../../output/style.ts'
import { listScenarios } from './scenario-files.ts'
import { indexPage, runEventText } from './scenario-text.ts'

/*
 * Every scenario of the collection passes in process. A tenth of them, which changes daily, also gives the same output
 * over HTTP, and passes twice and in any order on a server with existing data, which it restores.
 */

/** Costs as much as ten others, and its thirty days are alike: it passes in process only. */
const LONG = 'month-of-a-group.yaml'

/** The clock of the used server before its days. */
const NOON = '2026-03-07T12:00:00-05:00'

const folder = fileURLToPath(new URL('../../../../scenarios/library/', import.meta.url))
const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'))
const sketchbook = cachedSketchbook(loadSketchbook())
const page = { paint: painter(false), colors: 0, width: 200 }

async function play(loaded: LoadedScenario, target: Target): Promise<{ run: RunReport; transcript: string }> {
  const lines: string[] = []
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'run-begun') lines.push(runEventText(event, page))
  }
  const run = await runScenario(loaded, { target, sketchbook, onEvent })
  await target.close()
  return { run, transcript: lines.join('\n') }
}

function inProcess(loaded: LoadedScenario): Target {
  const { clock } = loaded.scenario.config ?? {}
  return inProcessTarget({ seed: seedOf(loaded), ...(clock !== undefined && { clock }) })
}

async function overHttp(loaded: LoadedScenario): Promise<Target> {
  const { clock } = loaded.scenario.config ?? {}
  const server = await startServer({
    port: 0,
    data: null,
    seed: seedOf(loaded),
    ...(clock !== undefined && { clock }),
  })
  return { ...(await targetOf(server)), close: () => server.close() }
}

const targetOf = ({ url, adminKey }: RunningServer): Promise<Target> =>
  httpTarget({ baseUrl: url, fetch, adminKey: () => adminKey ?? undefined })

test('there are at least 25 scenarios, each under 40 lines, and the index lists all of them (vitest -u regenerates it)', async () => {
  expect(files.length).toBeGreaterThanOrEqual(25)
  for (const file of files) {
    const lines = (await readFile(`${folder}${file}`, 'utf8')).trimEnd().split('\n')
    expect(lines.length, file).toBeLessThan(40)
  }
  await expect(indexPage(await listScenarios([folder]))).toMatchFileSnapshot(`${folder}INDEX.md`)
})

let usedServer: RunningServer
let worldBefore: object

beforeAll(async () => {
  usedServer = await startServer({ port: 0, data: null, seed: 'used', world: 'demo', clock: NOON })
  const admin = clientOf(await targetOf(usedServer))
  await admin.changeClock({ body: { advanceMs: 3 * DAY_MS } })
  await admin.triggerDailyGames()
  await admin.changeClock({ body: { set: NOON } })
  await admin.changeClock({ body: { advanceMs: DAY_MS } })
  await admin.triggerDailyGames()
  worldBefore = await admin.exportWorld()
})

afterAll(async () => {
  const admin = clientOf(await targetOf(usedServer))
  expect(await admin.getClock()).toMatchObject({
    mode: 'shifted',
    now: expect.stringMatching(/^2026-03-08T/),
  })
  expect(await admin.exportWorld()).toEqual(worldBefore)
  await usedServer.close()
})

const tenth = dailySample(files, 10).filter((file) => file !== LONG)

test.each(files)('%s', async (file) => {
  const loaded = await loadScenario(`${folder}${file}`)
  const first = await play(loaded, inProcess(loaded))
  expect(first.transcript).not.toContain('✗')
  expect(first.run).toMatchObject({ outcome: 'passed', brokenThresholds: [] })
  if (!tenth.includes(file)) return
  const onUsed = await play(loaded, await targetOf(usedServer))
  expect(onUsed.transcript).not.toContain('✗')
  expect(onUsed.run.outcome).toBe('passed')
  const served = await play(loaded, await overHttp(loaded))
  expect(served.run.outcome).toBe('passed')
  // The winner of a race and what others see of background work are not determined, and only in process are there restarts.
  const differs = loaded.scenario.steps.some(
    (step) => 'parallel' in step || 'background' in step || step.needs === 'restart',
  )
  if (!differs) expect(served.transcript).toBe(first.transcript)
})

test.each(tenth.toReversed())('%s again, in reverse order', async (file) => {
  const again = await play(await loadScenario(`${folder}${file}`), await targetOf(usedServer))
  expect(again.transcript).not.toContain('✗')
  expect(again.run.outcome).toBe('passed')
})
