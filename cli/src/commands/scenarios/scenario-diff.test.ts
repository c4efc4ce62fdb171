import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { programFixture, recordedServer } from '../../program.fixture.ts'

/* `scenario diff` on folders. */

const plain = recordedServer({ seed: 'plain' })
/** A server without controls. */
const servers = {
  'localhost:4000': {
    ...plain,
    fetch: ((input, init) =>
      String(input).includes('/control/')
        ? Promise.resolve(
            Response.json({ error: { code: 'NOT_FOUND', message: 'no such path' } }, { status: 404 }),
          )
        : plain.fetch(input, init)) satisfies typeof fetch,
  },
}
const { run, folder } = programFixture(servers)
const scenarios = join(folder, 'scenarios')

beforeAll(async () => {
  await mkdir(scenarios)
  const file = (name: string, steps: string) =>
    writeFile(
      join(scenarios, `${name}.yaml`),
      `version: 1\nname: the ${name}\nbots: { ann: {} }\nsteps: [${steps}]\n`,
    )
  await file('profile', '{ bot: ann, do: profile }')
  await file('clock', '{ clock: { advance: 5m } }')
})

test('a folder is compared file by file, without those that a target cannot run', async () => {
  const words = ['scenario', 'diff', scenarios, 'in-process', 'http://localhost:4000', '--yes']
  const { code, stdout } = await run(words)
  expect(stdout).toMatch(/^– the clock .*needs controls/m)
  expect(stdout).toMatch(/^✓ the profile/m)
  expect(stdout).toMatch(/\d calls? compared between in process and http:\/\/localhost:4000: 0 violations/)
  expect(code).toBe(0)
  const { stdout: json } = await run([...words, '-o', 'json'])
  expect(JSON.parse(json).scenarios).toEqual([
    { name: 'the clock', file: join(scenarios, 'clock.yaml'), skipped: expect.stringContaining('controls') },
    expect.objectContaining({ name: 'the profile', differences: [], failsOnBoth: null }),
  ])
})
