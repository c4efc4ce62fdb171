import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'
import { EXIT, type ExitCode } from './cli-error.ts'
import { programFixture, recordedServer } from './program.fixture.ts'

/* Every exit code of the program, from the real binary. */

const { run } = programFixture({ 'guarded.example': recordedServer({ adminKey: 'hush-hush' }) })
let cwd: string
let server: Started
let guarded: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-exit-'))
  const file = (name: string, steps: string) =>
    writeFile(
      join(cwd, name),
      `version: 1\nname: ${name}\nconfig: { clock: 2026-03-07T12:00:00Z }\nbots: { ann: {} }\nsteps:\n${steps}\n`,
    )
  await file('sound.yaml', '  - { bot: ann, do: profile }')
  await file('failing.yaml', '  - { bot: ann, do: profile, expect: { username: Bob } }')
  await file('slow.yaml', '  - { bot: ann, do: profile }\nthresholds: { http.max: "<0ms" }')
  await file('broken.yaml', '  - { bot: ann, do: profil }')
  const profiles = '{ repeat: 10000, steps: [ { bot: ann, do: profile } ] }'
  await file('endless.yaml', `  - { bot: ann, do: profile }\n  - { repeat: 10000, steps: [ ${profiles} ] }`)
  server = start(['serve', '--memory', '--port', '0', '--admin-key', 'hush-hush'], { cwd })
  guarded = (await server.firstLine).split(' ').at(-1) ?? ''
})

afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

type Case = readonly [code: ExitCode, args: () => readonly string[], said: RegExp]

const CASES: Readonly<Record<Exclude<keyof typeof EXIT, 'interrupted'>, Case>> = {
  ok: [0, () => ['scenario', 'run', 'sound.yaml'], /1 of 1 step passed/],
  usage: [1, () => ['bots', 'run', '--players', 'many'], /whole number/],
  unreadable: [2, () => ['scenario', 'run', 'broken.yaml'], /broken.yaml:6:21/],
  runtime: [3, () => ['daily', 'trigger', '--target', 'http://127.0.0.1:2'], /no server responds/],
  expectation: [4, () => ['scenario', 'run', 'failing.yaml'], /expected 'Bob'/],
  threshold: [5, () => ['scenario', 'run', 'slow.yaml'], /http.max/],
  refused: [6, () => ['daily', 'trigger', '--target', guarded, '--read-only'], /--read-only refuses POST/],
  unauthorised: [7, () => ['daily', 'trigger', '--target', guarded, '--yes'], /--admin-key/],
}

test.each(Object.entries(CASES))('%s', async (name, [expected, args, said]) => {
  const { code, stdout, stderr } = await inkling(args(), { cwd })
  expect(`${stdout}${stderr}`).toMatch(said)
  expect(code).toBe(expected)
  expect(EXIT[name as keyof typeof CASES]).toBe(expected)
})

test('a wrong admin key is reported as such, also by commands that change something', async () => {
  const wrong = ['--admin-key', 'wrong', '--target', 'http://guarded.example']
  for (const words of [
    ['daily', 'trigger'],
    ['clock', 'freeze'],
    ['user', 'new'],
    ['user', 'list'],
  ]) {
    const { code, stderr } = await run([...words, ...wrong])
    expect(stderr).toContain('the server refused: The admin key in X-Admin-Key is missing or wrong')
    expect(code).toBe(EXIT.unauthorised)
  }
})

test('interrupted', async () => {
  const running = start(['scenario', 'run', 'endless.yaml', '-o', 'jsonl'], { cwd })
  await running.firstLine
  running.process.kill('SIGINT')
  const { code, stderr } = await running.ended
  expect(stderr).toContain('interrupted')
  expect(code).toBe(130)
})

test('every exit code is tested here and named in the help', async () => {
  expect(Object.keys(EXIT).sort()).toEqual([...Object.keys(CASES), 'interrupted'].sort())
  const { stdout } = await inkling(['help', 'exit-codes'], { cwd })
  for (const code of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`^ +${code} `, 'm'))
})
