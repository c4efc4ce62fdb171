import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'
import { type RecordingServer, recordingServer } from './recording-server.fixture.ts'

/* What changes a server leaves a trace first, or is not done. */

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let cwd: string
let server: Started
let recorder: RecordingServer

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-audit-'))
  server = start(['serve', '--memory', '--port', '0', '--admin-key', 'hush-hush'], { cwd })
  recorder = await recordingServer((await server.firstLine).split(' ').at(-1) ?? '')
})

afterAll(async () => {
  await recorder.close()
  server.process.kill('SIGTERM')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

const trigger = (state: string) =>
  inkling(['daily', 'trigger', '--target', recorder.url, '--admin-key', 'hush-hush'], {
    cwd,
    env: { XDG_STATE_HOME: state, USER: 'mina' },
  })

test('each call is noted before it is sent, and when it was answered, without secrets', async () => {
  const state = join(cwd, 'roomy')
  expect((await trigger(state)).code).toBe(0)
  const text = await readFile(join(state, 'inkling/audit.jsonl'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const call = { user: 'mina', method: 'POST', url: `${recorder.url}/api/admin/trigger-daily-games` }
  expect(lines).toEqual([
    { at: expect.any(String), ...call, status: 'sent' },
    { at: expect.any(String), ...call, status: 200 },
  ])
  expect(text).not.toContain('hush-hush')
})

it.runIf(existsSync('/dev/full'))('on a full disk nothing that changes anything is sent', async () => {
  const state = join(cwd, 'full')
  await mkdir(join(state, 'inkling'), { recursive: true })
  await symlink('/dev/full', join(state, 'inkling/audit.jsonl'))
  recorder.forget()
  const { code, stderr, stdout } = await trigger(state)
  expect(stderr).toMatch(
    /^inkling: the audit log \S+ cannot be written \(ENOSPC: no space left on device\), so POST \/api\/admin\/trigger-daily-games is not sent to http:\S+: make room there, or name another folder with XDG_STATE_HOME\.\n$/,
  )
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
  expect(recorder.changes()).toEqual([])
})

test('where a file stands in the way of the folder, the same is said', async () => {
  recorder.forget()
  const { code, stderr } = await trigger('/dev/null')
  expect(stderr).toMatch(
    /the audit log \/dev\/null\/inkling\/audit.jsonl cannot be written \(E\w+: .*\), so POST/,
  )
  expect(code).toBe(6)
  expect(recorder.changes()).toEqual([])
})
