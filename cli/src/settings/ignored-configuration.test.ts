import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { homeIn } from '../binary.fixture.ts'
import { addTarget } from '../commands/targets/targets.ts'
import { programFixture } from '../program.fixture.ts'

/* Configuration that was ignored without a word. */

const binary = fileURLToPath(new URL('../../bin/inkling.mjs', import.meta.url))
const { PATH = '' } = process.env
const { run } = programFixture({})

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-ignored-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
})

test('variables of a pipe are refused, because Node has read them before', async () => {
  const command = '"$@" --env-file <(echo NODE_ENV=production) --print-config'
  const child = spawn('bash', ['-c', command, 'bash', process.execPath, binary, 'serve', '--memory'], {
    cwd,
    env: { PATH, ...homeIn(cwd) },
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(stderr).toMatch(
    /--env-file \S+ is a pipe, which can be read only once: write the variables to a file/,
  )
  expect(code).toBe(1)
})

test('a value with which the server would not start is refused by --print-config too', async () => {
  const words = ['serve', '--memory', '--port', '0']
  const served = await run(words, { TRUST_PROXY: 'true' })
  expect(served.stderr).toMatch(/^inkling: TRUST_PROXY 'true' trusts every caller/)
  expect(await run([...words, '--print-config'], { TRUST_PROXY: 'true' })).toEqual(served)
})

test('targets that are added at the same time are all kept', async () => {
  // Locks are those of open files, so it does not matter whether their commands share a process.
  for (const [name, value] of Object.entries(homeIn(cwd))) vi.stubEnv(name, value)
  const names = Array.from({ length: 8 }, (_, at) => `target${at}`)
  await Promise.all(
    names.map((name) => addTarget({ name, url: 'http://localhost:4150', adminKey: undefined })),
  )
  const { stdout } = await run(['target', 'list', '-o', 'json'], homeIn(cwd))
  expect(
    JSON.parse(stdout)
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(names)
})
