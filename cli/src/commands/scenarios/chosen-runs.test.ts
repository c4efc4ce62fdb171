import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { programFixture, recordedServer } from '../../program.fixture.ts'

/* Which scenarios run: once per seed, a part of them, or those that failed elsewhere. */

const { run, folder } = programFixture({ 'localhost:4000': recordedServer({ seed: 'chosen' }) })
const scenarios = join(folder, 'scenarios')
const NAMES = ['a', 'b', 'c', 'd', 'e']

/** Scenarios in this process: the third one fails. */
beforeAll(async () => {
  await mkdir(scenarios)
  for (const name of NAMES) {
    const username = name === 'c' ? 'Nobody' : 'Ann'
    await writeFile(
      join(scenarios, `${name}.yaml`),
      `version: 1\nname: the ${name}\nbots: { ann: {} }\nsteps: [{ bot: ann, do: profile, expect: { username: ${username} } }]\n`,
    )
  }
})

const runAll = (...words: string[]) =>
  run(['scenario', 'run', scenarios, '--target', 'in-process', '-o', 'json', ...words])
const namesIn = (stdout: string): string[] =>
  JSON.parse(stdout).runs.map((each: { name: string }) => each.name)

test('--seeds runs each file once per seed, and names those that failed', async () => {
  const seedsOf = async (seeds: string) => {
    const { stdout } = await runAll('--name', 'the a', '--seeds', seeds)
    return JSON.parse(stdout).runs.map(({ seed }: { seed: string }) => seed)
  }
  expect(await seedsOf('8..11')).toEqual(['8', '9', '10', '11'])
  expect(await seedsOf('3,7,21')).toEqual(['3', '7', '21'])
  const failing = await runAll('--name', 'the c', '--seeds', '4..5')
  expect(failing).toMatchObject({ code: 4, stderr: expect.stringContaining('2 of 2 seeds failed: 4, 5') })
  const passing = await runAll('--name', 'the a', '--seeds', '4..5')
  expect(passing).toMatchObject({ code: 0, stderr: expect.stringContaining('all 2 seeds passed') })
})

test.each(['5..1', '1-5', '1..99999', '1..', 'a..b', '3,,7', ''])(
  'the seeds %o are refused',
  async (seeds) => {
    const { code, stderr } = await runAll('--seeds', seeds)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('such as 1..50, or a list') })
  },
)

test('one seed and several exclude each other', async () => {
  const { code, stderr } = await runAll('--seeds', '1..2', '--seed', '3')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('leave one of them out') })
})

test('the parts of --shard together have each scenario once', async () => {
  const parts = [await runAll('--shard', '1/2'), await runAll('--shard', '2/2')]
  expect(parts.map(({ stdout }) => namesIn(stdout))).toEqual([
    ['the a', 'the c', 'the e'],
    ['the b', 'the d'],
  ])
  expect(parts.map(({ code }) => code)).toEqual([4, 0])
  const empty = await runAll('--shard', '6/6')
  expect(empty).toMatchObject({ code: 0, stderr: expect.stringContaining('there are 5 scenarios') })
})

test.each(['0/2', '3/2', '1', '1/0', 'x/y'])('the part %s is refused', async (part) => {
  const { code, stderr } = await runAll('--shard', part)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('such as 1/4') })
})

test('--failed-in runs what failed in a report of another job', async () => {
  const report = join(folder, 'report.json')
  await runAll('--report', `json=${report}`)
  expect(namesIn(await readFile(report, 'utf8'))).toHaveLength(NAMES.length)
  const again = await runAll('--failed-in', report)
  expect(again.code).toBe(4)
  expect(namesIn(again.stdout)).toEqual(['the c'])
  const passed = join(folder, 'passed.json')
  await runAll('--name', 'the a', '--report', `json=${passed}`)
  const junit = join(folder, 'none.xml')
  const none = await runAll('--failed-in', passed, '--report', `junit=${junit}`)
  expect({ ...none, stdout: namesIn(none.stdout) }).toEqual({
    code: 0,
    stdout: [],
    stderr: `nothing failed in ${passed}\n`,
  })
  expect(await readFile(junit, 'utf8')).toContain('tests="0" failures="0"')
  await writeFile(passed, '[]')
  expect(await runAll('--failed-in', passed)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a report of scenarios'),
  })
})

test('--retries repeats a scenario that fails, and a pass after that is not silent', async () => {
  const flaky = join(folder, 'flaky.yaml')
  await writeFile(
    flaky,
    'version: 1\nname: the flaky\nbots: { ann: {} }\nsteps: [{ say: hello }, { bot: ann, do: daily-stats }]\n',
  )
  const report = (kind: string) => join(folder, `flaky.${kind}`)
  // The faults count on over the attempts, because --keep does not restore them.
  const words = ['scenario', 'run', flaky, '--target', 'http://localhost:4000']
  const reports = ['json', 'junit', 'html'].flatMap((kind) => ['--report', `${kind}=${report(kind)}`])
  const fail = (times: string) =>
    run(['fault', 'new', '/api/game/stats/daily', '--status', '500', '--times', times])
  await fail('2')
  const passed = await run([...words, '--retries', '3', '--keep', ...reports])
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining('1 flaky') })
  expect(passed.stdout).toContain('attempt 1 of 4 failed')
  expect(passed.stdout).toContain('passed on attempt 3')
  const [{ outcome, failedAttempts }] = JSON.parse(await readFile(report('json'), 'utf8')).runs
  expect([outcome, failedAttempts.length]).toEqual(['passed', 2])
  const junit = await readFile(report('junit'), 'utf8')
  expect(junit).toContain('tests="1" failures="0"')
  expect(junit.match(/<flakyFailure message="/g)).toHaveLength(2)
  expect(await readFile(report('html'), 'utf8')).toContain('Passed on attempt 3')
  await fail('1')
  const strict = await run([...words, '--retries', '1', '--keep', '--fail-on-flaky'])
  expect(strict).toMatchObject({ code: 4, stdout: expect.stringContaining('1 flaky') })
  await fail('9')
  const failed = await run([...words, '--retries', '1', '--keep', '--report', `junit=${report('junit')}`])
  expect(failed.code).toBe(4)
  expect(await readFile(report('junit'), 'utf8')).toMatch(
    /tests="1" failures="1"[\s\S]*<failure [\s\S]*<rerunFailure /,
  )
})

test('validate -o json lists the problems of each file with their places', async () => {
  const file = join(folder, 'wrong.yaml')
  await writeFile(
    file,
    'version: 1\nname: wrong\nsteps:\n  - { clok: freeze }\n  - { clock: { advance: 9999d } }\n',
  )
  const { code, stderr } = await run(['scenario', 'validate', file, '-o', 'json'])
  expect(code).toBe(2)
  expect(JSON.parse(stderr).error.problems).toEqual([
    { file, line: 4, column: 7, message: expect.stringContaining("did you mean 'clock'?") },
    { file, line: 5, column: 25, message: "'advance': this is too long: the maximum is 3650d" },
  ])
})
