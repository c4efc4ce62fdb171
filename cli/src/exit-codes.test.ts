import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inkling } from './binary.fixture.ts'
import { EXIT, type ExitCode } from './cli-error.ts'
import { programFixture, recordedServer } from './program.fixture.ts'

/* Every exit code of the program. scenario-runs.test.ts interrupts it, and inkling.test.ts makes the real binary fail. */

const guarded = 'http://guarded.example'
const { run, folder } = programFixture({ 'guarded.example': recordedServer({ adminKey: 'hush-hush' }) })

const file = (name: string, steps: string): string => {
  const path = join(folder, name)
  writeFileSync(
    path,
    `version: 1\nname: ${name}\nconfig: { clock: 2026-03-07T12:00:00Z }\nbots: { ann: {} }\nsteps:\n${steps}\n`,
  )
  return path
}
const sound = file('sound.yaml', '  - { bot: ann, do: profile }')
const failing = file('failing.yaml', '  - { bot: ann, do: profile, expect: { username: Bob } }')
const slow = file('slow.yaml', '  - { bot: ann, do: profile }\nthresholds: { http.max: "<0ms" }')
const broken = file('broken.yaml', '  - { bot: ann, do: profil }')

type Case = readonly [code: ExitCode, words: readonly string[], said: RegExp]

const CASES: Readonly<Record<Exclude<keyof typeof EXIT, 'interrupted'>, Case>> = {
  ok: [0, ['scenario', 'run', sound], /1 of 1 step passed/],
  usage: [
    1,
    ['scenario', 'run', join(folder, 'missing.yaml')],
    /^inkling: \S*missing\.yaml does not exist\. /,
  ],
  unreadable: [
    2,
    ['scenario', 'run', broken],
    /^inkling: \S*broken\.yaml:6:21: 'profil' is not valid here; did you mean 'profile'\?\n$/,
  ],
  runtime: [3, ['daily', 'trigger', '--target', 'http://127.0.0.1:2'], /no server responds/],
  expectation: [
    4,
    ['scenario', 'run', failing],
    /username: expected 'Bob', got 'Ann' {2}\S*failing\.yaml:6:50/,
  ],
  threshold: [5, ['scenario', 'run', slow], /http.max/],
  refused: [6, ['daily', 'trigger', '--target', guarded, '--read-only'], /--read-only refuses POST/],
  unauthorised: [7, ['daily', 'trigger', '--target', guarded, '--yes'], /--admin-key/],
}

test.each(Object.entries(CASES))('%s', async (name, [expected, words, said]) => {
  const { code, stdout, stderr } = await run(words)
  expect(`${stdout}${stderr}`).toMatch(said)
  expect(code).toBe(expected)
  expect(EXIT[name as keyof typeof CASES]).toBe(expected)
})

test('a wrong admin key is reported as such, also by commands that change something', async () => {
  for (const words of [
    ['daily', 'trigger'],
    ['clock', 'freeze'],
    ['user', 'new'],
    ['user', 'list'],
  ]) {
    const { code, stderr } = await run([...words, '--admin-key', 'wrong', '--target', guarded])
    expect(stderr).toContain('the server refused: The admin key in X-Admin-Key is missing or wrong')
    expect(code).toBe(EXIT.unauthorised)
  }
})

test('the real binary ends with the code of a result', async () => {
  const [expected, words, said] = CASES.expectation
  const { code, stdout } = await inkling(words, { cwd: folder })
  expect(stdout).toMatch(said)
  expect(code).toBe(expected)
})

test('every exit code is tested here and named in the help', async () => {
  expect(Object.keys(EXIT).sort()).toEqual([...Object.keys(CASES), 'interrupted'].sort())
  const { stdout } = await run(['help', 'exit-codes'])
  for (const code of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`^ +${code} `, 'm'))
})
