import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'

/* The commands that look after a machine and its shell, from the real binary. */

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

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

test('an unknown shell is refused with those that are known', async () => {
  const { code, stderr } = await inkling(['completion', 'tcsh'], { cwd })
  expect(code).toBe(1)
  expect(stderr).toContain('bash, zsh, fish')
})
