import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'

/* The commands that look after a machine and its shell, from the real binary. */

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const binary = fileURLToPath(new URL('../bin/inkling.mjs', import.meta.url))
let cwd: string
let server: Started
let url: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-doctor-'))
  server = start(['serve', '--port', '0', '--data', 'data'], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
})

afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

test('doctor finds a living lock, a port that is taken, and a target with the same contract', async () => {
  const { port } = new URL(url)
  const args = ['doctor', '--target', url, '--data', 'data', '--port', port, '-o', 'json']
  const { code, stdout } = await inkling(args, { cwd })
  expect(code).toBe(0)
  const findings = JSON.parse(stdout) as { about: string; state: string; finding: string }[]
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ about: 'Node', state: 'good' }),
      expect.objectContaining({ about: 'lock', state: 'notice' }),
      expect.objectContaining({ about: `port ${port}`, finding: expect.stringContaining('is taken') }),
      expect.objectContaining({ about: 'contract', state: 'good' }),
      expect.objectContaining({ about: 'clock', state: 'good' }),
    ]),
  )
})

test('doctor ends with exit code 3 where something cannot work', async () => {
  const { code, stdout } = await inkling(['doctor', '--data', '/proc/nowhere/data', '--target', url], { cwd })
  expect(stdout).toContain('cannot be written: name another one with --data')
  expect(code).toBe(3)
})

test('bash completes commands and ids with the script, which it loads without complaint', async () => {
  const script = [
    `inkling() { '${process.execPath}' '${binary}' "$@"; }`,
    'source <(inkling completion bash)',
    `COMP_WORDS=(inkling clock f); COMP_CWORD=2; _inkling_completion; echo "\${COMPREPLY[@]}"`,
    `COMP_WORDS=(inkling bots run --pace ""); COMP_CWORD=4; _inkling_completion; echo "\${COMPREPLY[@]}"`,
  ].join('\n')
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { cwd })
  expect(stderr).toBe('')
  expect(stdout).toBe('freeze\nreal fast\n')
})

test('an unknown shell is refused with those that are known', async () => {
  const { code, stderr } = await inkling(['completion', 'tcsh'], { cwd })
  expect(code).toBe(1)
  expect(stderr).toContain('bash, zsh, fish')
})
