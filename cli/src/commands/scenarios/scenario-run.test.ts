import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliError, EXIT } from '../../cli-error.ts'
import { readSettings } from '../../settings/settings.ts'
import { loadScenarios } from './scenario-files.ts'
import { runScenarios, type ScenarioRunOptions, targetFor } from './scenario-run.ts'

let cwd: string
let file: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-scenario-run-'))
  file = join(cwd, 'two.yaml')
  await writeFile(file, 'version: 1\nname: two\nsteps: [{ say: one }, { say: two }]\n')
})

afterAll(() => rm(cwd, { recursive: true, force: true }))

const settings = () => readSettings({ target: 'in-process' }, {}, cwd)
const run = (places: string[], options: Partial<ScenarioRunOptions> = {}) =>
  runScenarios(settings(), places, { report: [], repeat: 1, jobs: 1, ...options }, { event() {}, say() {} })
const sentence = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: CliError) => `${error.exitCode} ${error.message}`,
  )

test('a folder selects the scenario files in it', async () => {
  expect((await run([cwd])).runs.map(({ name }) => name)).toEqual(['two'])
  await mkdir(join(cwd, 'empty'))
  expect(await sentence(loadScenarios([join(cwd, 'empty')]))).toBe(
    `1 there is no scenario file in the folder ${join(cwd, 'empty')}. Choose another one.`,
  )
})

test('steps that a file does not have are refused before anything runs', async () => {
  expect(await sentence(run([file], { fromStep: 3 }))).toBe(`1 --from-step 3: ${file} has 2 steps.`)
  expect(await sentence(run([file], { toStep: 99 }))).toBe(`1 --to-step 99: ${file} has 2 steps.`)
  expect(await sentence(run([file], { fromStep: 2, toStep: 1 }))).toBe(
    '1 --to-step 1 comes before --from-step 2.',
  )
})

test('a report that cannot be written is refused before anything runs', async () => {
  expect(await sentence(run([file], { report: [`html=${file}/x.html`] }))).toBe(
    `1 --report 'html=${file}/x.html' cannot be written: its folder is a file.`,
  )
  expect(await sentence(run([file], { report: ['html=-'] }))).toContain('name a file')
  expect(await sentence(run([file], { report: [`json=${cwd}`] }))).toContain('it is a folder')
  const report = join(cwd, 'report.json')
  await writeFile(report, 'earlier')
  await sentence(run([file], { report: [`json=${report}`], fromStep: 3 }))
  expect(await readFile(report, 'utf8')).toBe('earlier')
  const other = join(cwd, 'other.json')
  await sentence(run([file], { report: [`json=${other}`], fromStep: 3 }))
  expect(existsSync(other)).toBe(false)
})

test('the folder of a report is created', async () => {
  await run([file], { report: [`html=${cwd}/new/folder/x.html`] })
  expect(await readFile(join(cwd, 'new/folder/x.html'), 'utf8')).toContain('1 scenario passed')
})

test('a target that is down fails its scenarios in every report, and the others run', async () => {
  const folder = join(cwd, 'half')
  await mkdir(folder)
  await writeFile(join(folder, 'own.yaml'), 'version: 1\nname: own\nsteps: [{ clock: freeze }]\n')
  await writeFile(
    join(folder, 'shared.yaml'),
    'version: 1\nname: shared\nbots: { ann: {} }\nsteps: [{ say: x }]\n',
  )
  const down = readSettings({}, { INKLING_TARGET: 'http://127.0.0.1:9' }, cwd)
  const on = (files: string[], report: string) =>
    runScenarios(down, files, { report: [`junit=${report}`], repeat: 1, jobs: 1 }, { event() {}, say() {} })
  const report = join(cwd, 'half.xml')
  const { runs, exitCode } = await on([folder], report)
  expect(runs.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['own', 'passed'],
    ['shared', 'failed'],
  ])
  expect(exitCode).toBe(EXIT.runtime)
  expect(await readFile(report, 'utf8')).toMatch(/name="shared".*<failure message="[^"]*127\.0\.0\.1:9/)
  const alone = join(cwd, 'alone.xml')
  expect(await sentence(on([join(folder, 'shared.yaml')], alone))).toMatch(/^3 .*127\.0\.0\.1:9/)
  expect(await readFile(alone, 'utf8')).toContain('tests="1" failures="1"')
})

test('one broken file among others is one error in every report, and the others run', async () => {
  const folder = join(cwd, 'one-broken')
  await mkdir(folder)
  await writeFile(join(folder, 'broken.yaml'), 'version: 1\nname: bad\nsteps:\n\t- { say: one }\n')
  await writeFile(join(folder, 'good.yaml'), 'version: 1\nname: good\nsteps: [{ say: one }]\n')
  const report = ['json', 'junit', 'html'].map((kind) => `${kind}=${join(cwd, `broken.${kind}`)}`)
  const { runs, exitCode } = await run([folder], { report, repeat: 2 })
  expect(runs.map(({ name, outcome }) => [name, outcome])).toEqual([
    [join(folder, 'broken.yaml'), 'failed'],
    ['good', 'passed'],
    ['good', 'passed'],
  ])
  expect(exitCode).toBe(2)
  const place = `${join(folder, 'broken.yaml')}:4:1`
  expect(await readFile(join(cwd, 'broken.junit'), 'utf8')).toContain(`${place}: a tab cannot indent`)
  expect(await readFile(join(cwd, 'broken.junit'), 'utf8')).toContain('tests="3" failures="0" errors="1"')
  expect(await readFile(join(cwd, 'broken.html'), 'utf8')).toContain(place)
  expect(JSON.parse(await readFile(join(cwd, 'broken.json'), 'utf8')).runs).toHaveLength(3)
  expect(await sentence(run([join(folder, 'broken.yaml')], { report: report.slice(1, 2) }))).toBe(
    `2 ${place}: a tab cannot indent: use spaces`,
  )
})

test('a file that changes a server for everyone runs there only if the command line names it', async () => {
  const source = async (steps: string, flags: { target?: string }) => {
    const place = join(cwd, 'change.yaml')
    await writeFile(place, `version: 1\nname: change\nsteps: [${steps}]\n`)
    const [loaded] = await loadScenarios([place])
    const chosen = readSettings(flags, { INKLING_TARGET: 'http://127.0.0.1:9' }, cwd)
    const target = loaded && targetFor(loaded, chosen, false)
    return target?.then(
      ({ name }) => name,
      (error: CliError) => error.message,
    )
  }
  const steps = ['clock: freeze', 'fault: clear', 'world: reset']
  for (const step of steps) expect(await source(`{ ${step} }`, {})).toBe('in process')
  expect(await source('{ repeat: 1, steps: [{ clock: freeze }] }', {})).toBe('in process')
  expect(await source('{ say: hello }', {})).toContain('127.0.0.1:9')
  expect(await source('{ clock: freeze }', { target: 'http://127.0.0.1:9' })).toContain('127.0.0.1:9')
})

test('no scenario starts after an interruption', async () => {
  const { runs, planned, exitCode } = await run([file], { signal: AbortSignal.abort() })
  expect({ runs, planned, exitCode }).toEqual({ runs: [], planned: 1, exitCode: EXIT.interrupted })
})
