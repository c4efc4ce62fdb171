import { expect, test } from 'vitest'
import { programFixture } from './program.fixture.ts'

/* Errors for invalid command lines. */

const { run } = programFixture({})

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
  ['world import', "missing required argument 'file': see `inkling world import --help`."],
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
    stderr: expect.stringContaining("the target 'in-process' is for scenarios, simulate and conform"),
  })
})
