import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TOPICS } from './command-line/topics.ts'
import { programFixture } from './program.fixture.ts'

/* Errors for invalid command lines. */

const { run, folder } = programFixture({})

test.each([
  ['record', 'inkling scenario record'],
  ['run', 'inkling bots run or inkling scenario run or inkling load run'],
])('`inkling %s` suggests the full command', async (word, command) => {
  expect(await run([word, 'x.yaml'])).toMatchObject({
    code: 1,
    stderr: `inkling: unknown command '${word}'\n(Did you mean ${command}?)\n`,
  })
})

test.each([
  ['nosuch', "unknown command 'nosuch': see `inkling --help`."],
  ['world nosuch', "unknown command 'nosuch': see `inkling world --help`."],
  ['world imprt', "unknown command 'imprt'\n(Did you mean import?)"],
  ['load compre', "unknown command 'compre'\n(Did you mean compare?)"],
  ['load compre a.json b.json', "unknown command 'compre'\n(Did you mean compare?)"],
  ['load a.yaml b.yaml', "too many arguments for 'run'. Expected 1 argument but got 2."],
  ['world import', "missing required argument 'file': see `inkling world import --help`."],
  ['stats', "unknown command 'stats'\n(Did you mean status?)"],
  ['world status', "unknown command 'status'\n(Did you mean inkling status?)"],
  ['moderation list', "unknown command 'list'\n(Did you mean one of queue, show, find, player, log?)"],
  ['clock get', "unknown command 'get'\n(Did you mean show?)"],
  ['admin-key state', "unknown command 'state': see `inkling admin-key --help`."],
  [
    'game list --status active',
    "option '--status <status>' argument 'active' is invalid. Allowed choices are open, completed, over, playing, overdue.",
  ],
  ['help exit-code', "there is no command or topic 'exit-code'; did you mean 'exit-codes'?"],
  ['bots run --nosuch', "unknown option '--nosuch': see `inkling bots run --help`."],
  ['world save a b', "too many arguments for 'save'. Expected 1 argument but got 2."],
])('`inkling %s` says where to look, unless the error says what to do', async (line, message) => {
  const words = line.split(' ')
  expect(await run(words)).toEqual({ code: 1, stdout: '', stderr: `inkling: ${message}\n` })
  expect(JSON.parse((await run([...words, '-o', 'json'])).stderr)).toEqual({
    error: { code: 'USAGE', message, exitCode: 1 },
  })
})

test('the help of simulate says on which server it runs', async () => {
  expect((await run(['simulate', '--help'])).stdout).toContain(
    'its own in-process server, unless the command line names one with --target.',
  )
})

test.each([['bots run'], ['user new'], ['daily trigger']])('%s needs a server', async (words) => {
  expect(await run([...words.split(' '), '--target', 'in-process'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      "the target 'in-process' is for scenarios, simulate, explore, conform and check",
    ),
  })
})

test('an id that begins with a hyphen is an argument', async () => {
  const id = '-wh236r-CsnhqHi8pQ9Mh0'
  expect((await run(['user', 'rename', id, 'Mina', '--dry-run'])).stdout).toContain(`/users/${id}`)
  expect((await run(['game', 'skip', id, '--user', id, '--dry-run'])).stdout).toContain(`"userId":"${id}"`)
  expect((await run(['game', 'mock', id, '--dry-run'])).stdout).toContain(`"userId":"${id}"`)
})

test('`help` explains commands and topics, and names the topics for any other word', async () => {
  expect((await run(['help', 'target', 'new'])).stdout).toContain('Usage: inkling target new')
  for (const topic of TOPICS) {
    const { stdout } = await run(['help', topic])
    expect(stdout.split('\n').length).toBeGreaterThan(10)
    expect(JSON.parse((await run(['help', topic, '-o', 'json'])).stdout)).toEqual({
      topic,
      text: stdout.trimEnd(),
    })
  }
  expect(await run(['help', 'exit-code'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exit-codes'),
  })
})

test('the help does not list the commands of maintainers', async () => {
  for (const name of ['scenario', 'load'])
    expect((await run([name, '--help'])).stdout).not.toMatch(/^ {2}(reference|index) /m)
})

test('JSON errors tell the meanings of exit code 5 apart', async () => {
  const file = join(folder, 'slow.yaml')
  const steps = 'bots: { ann: {} }\nsteps:\n  - { bot: ann, do: profile }\n'
  await writeFile(
    file,
    `version: 1\nname: slow\nconfig: { clock: 2026-03-07T12:00:00Z }\nthresholds: { http.max: "<0ms" }\n${steps}`,
  )
  const { code, stderr } = await run(['scenario', 'run', file, '-o', 'json', '-q'])
  expect(code).toBe(5)
  expect(JSON.parse(stderr)).toEqual({
    error: { code: 'THRESHOLD_MISSED', message: 'a threshold was missed', exitCode: 5 },
  })
})
