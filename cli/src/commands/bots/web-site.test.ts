import { expect, test } from 'vitest'
import { programFixture, recordCalls } from '../../program.fixture.ts'

const site = recordCalls(async () => new Response('<h1>Welcome</h1>'))
const { run } = programFixture({ 'localhost:4001': site })

test.each(['bots run --players 2', 'load --profile spike --max-calls 10 --max-duration 10m'])(
  '%s says that a web site is not an Inkling server',
  async (line) => {
    const words = [...line.split(' '), '--yes', '--target', 'http://localhost:4001']
    expect(await run(words)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^inkling: http:\/\/localhost:4001 is not an Inkling server\./m),
    })
  },
)
