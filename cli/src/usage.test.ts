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

test.each([['bots run'], ['user new'], ['daily trigger']])('%s needs a server', async (words) => {
  expect(await run([...words.split(' '), '--target', 'in-process'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the target 'in-process' is for scenarios, simulate and conform"),
  })
})
