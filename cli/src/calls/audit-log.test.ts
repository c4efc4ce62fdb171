import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, test } from 'vitest'
import { wordsWithoutSecrets } from '../command-line/command-words.ts'
import { programFixture, recordedServer } from '../program.fixture.ts'
import { bodyWithoutSecrets } from './audit-log.ts'

/* Each call that changes a server is logged before it is sent. If logging fails, the call is not sent. */

const server = recordedServer({ seed: 'audited' })
const { run, folder } = programFixture({ 'localhost:4000': server })

afterEach(() => server.forget())

it.runIf(existsSync('/dev/full'))('on a full disk, no call that changes a server is sent', async () => {
  const state = join(folder, 'full')
  await mkdir(join(state, 'inkling'), { recursive: true })
  await symlink('/dev/full', join(state, 'inkling/audit.jsonl'))
  const { code, stderr, stdout } = await run(['daily', 'trigger'], { XDG_STATE_HOME: state })
  expect(stderr).toMatch(
    /^inkling: the audit log \S+ cannot be written \(ENOSPC: no space left on device\), so POST \/api\/admin\/trigger-daily-games was not sent to http:\S+: free disk space or fix the file's permissions, or set XDG_STATE_HOME to another folder\.\n$/,
  )
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
  expect(server.changes()).toEqual([])
})

test('a file with the name of the log folder is reported too', async () => {
  const { code, stderr } = await run(['daily', 'trigger'], { XDG_STATE_HOME: '/dev/null' })
  expect(stderr).toMatch(
    /the audit log \/dev\/null\/inkling\/audit.jsonl cannot be written \(E\w+: .*\), so POST/,
  )
  expect(code).toBe(6)
  expect(server.changes()).toEqual([])
})

test('secrets in bodies are masked, long strings shortened, and large bodies replaced by their size', () => {
  const body = JSON.stringify({ deviceId: 'secret', content: { drawing: 'A'.repeat(200) }, timeSpent: 3 })
  expect(bodyWithoutSecrets(body)).toEqual({
    deviceId: '***',
    content: { drawing: `${'A'.repeat(30)}… (200 characters)` },
    timeSpent: 3,
  })
  expect(bodyWithoutSecrets(Buffer.from('{"deviceId":"d","name":"Owls"}'))).toEqual({
    deviceId: '***',
    name: 'Owls',
  })
  expect(bodyWithoutSecrets(Buffer.from([0xff, 0xd8]))).toBe('not text')
  expect(bodyWithoutSecrets('A'.repeat(70_000))).toBe('70000 characters')
  expect(bodyWithoutSecrets(undefined)).toBeNull()
})

test('command lines are logged without secrets', () => {
  expect(wordsWithoutSecrets(['game', 'today', '--device', 'd1', '--admin-key=k', '-t', 'x'])).toEqual([
    'game',
    'today',
    '--device',
    '$DEVICE',
    '--admin-key=$INKLING_ADMIN_KEY',
    '-t',
    'x',
  ])
})
