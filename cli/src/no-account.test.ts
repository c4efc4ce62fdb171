import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { inkling } from './binary.fixture.ts'

/* A user with an id only, as in a container: without an account, without HOME. */

const binary = fileURLToPath(new URL('../bin/inkling.mjs', import.meta.url))
const cwd = mkdtempSync(join(tmpdir(), 'inkling-nobody-'))
execFileSync('chmod', ['777', cwd])
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const asNobody = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const user = ['--reuid=54321', '--regid=54321', '--clear-groups']
  const { status, stdout, stderr } = spawnSync('setpriv', [...user, process.execPath, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

// Only root may become another user, who must be able to read the checkout.
const canRun =
  process.getuid?.() === 0 && asNobody(['-e', `require('fs').readFileSync('${binary}')`]).code === 0

describe.skipIf(!canRun)('a user without an account and HOME', () => {
  test('runs scenarios and commands that need no home folder', async () => {
    // Builds the bundle if needed, which this user may not write.
    await inkling(['--version'], { cwd })
    writeFileSync(
      join(cwd, 'small.yaml'),
      'version: 1\nname: small\nconfig: { clock: 2026-03-07T12:00:00Z }\nbots: { ann: {} }\nsteps:\n  - { bot: ann, do: profile }\n',
    )
    const run = asNobody([binary, 'scenario', 'run', 'small.yaml'])
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 step passed') })
    expect(asNobody([binary, 'target', 'list'])).toMatchObject({ code: 0 })
  })

  test('is told which variable to set for what is stored in a home folder', () => {
    const { code, stderr } = asNobody([binary, 'target', 'new', 'staging', 'https://staging.example'])
    expect(stderr).toMatch(/^inkling: .*\/nonexistent\/.* cannot be written .*set XDG_\w+_HOME/)
    expect(code).not.toBe(0)
    const [config, state] = [join(cwd, 'config'), join(cwd, 'state')]
    const words = [binary, 'target', 'new', 'staging', 'https://staging.example']
    expect(asNobody(words, { XDG_CONFIG_HOME: config, XDG_STATE_HOME: state }).code).toBe(0)
  })
})
