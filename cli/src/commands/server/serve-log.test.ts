import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '@inkling/mock-server/contract/constants'
import { expect, onTestFinished, test, vi } from 'vitest'
import { start } from '../../binary.fixture.ts'
import { programFixture } from '../../program.fixture.ts'

const { run } = programFixture({})

test('in production standard error is JSON with levels; --print-config prints values and sources', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-log-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  const env = { NODE_ENV: 'production', PORT: '0', ADMIN_KEY: 'open-sesame' }
  const printed = await run(['serve', '--memory', '--print-config'], env)
  expect(printed).toMatchObject({ code: 0, stderr: '' })
  expect(printed.stdout).toMatch(/\nPORT +0 +environment\n/)
  expect(printed.stdout).toMatch(/\nADMIN_KEY +\*{8} +environment\n/)
  expect(printed.stdout).toMatch(/\nnotifications in browsers +off: set CONTACT /)

  const server = start(['serve', '--memory'], { cwd, env })
  await vi.waitFor(() => expect(server.warned()).toContain('is served at'), 15_000)
  server.process.kill('SIGTERM')
  const { code, stdout, stderr } = await server.ended
  expect([code, stdout]).toEqual([0, ''])
  const events = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events[0]).toMatchObject({
    version: VERSION,
    url: expect.stringMatching(/^http:/),
    msg: expect.stringMatching(`^Inkling ${VERSION} is served at http\\S+. Data is in memory only.$`),
  })
  expect(events.at(-1)).toMatchObject({ level: 'info', msg: 'Stopped by SIGTERM.' })
  for (const { level, time } of events) expect([level, Date.parse(time) > 0]).toEqual(['info', true])
})

test('in production, metrics need the admin key on this machine too, and no credential reaches the log at any level', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-log-'))
  onTestFinished(() => rm(cwd, { recursive: true, force: true }))
  const env = { NODE_ENV: 'Production', PORT: '0', ADMIN_KEY: 'open-sesame-of-admins', LOG_LEVEL: 'debug' }
  const server = start(['serve', '--memory', '-o', 'json'], { cwd, env })
  const { url } = JSON.parse(await server.firstLine)
  const deviceId = 'device_hush_0123456789'
  const headers = { 'x-admin-key': env.ADMIN_KEY }
  expect((await fetch(`${url}/metrics`)).status).toBe(403)
  expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200)
  const post = (path: string, body: string, more: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body, headers: { ...headers, ...more } })
  const { token } = await (await post('/api/auth/device', JSON.stringify({ deviceId }))).json()
  const authorization = `Bearer ${token}`
  const { code } = await (await post('/api/user/move-code', '{}', { authorization })).json()
  await post('/api/auth/move', JSON.stringify({ code, deviceId }), { authorization })
  await post('/api/auth/move', `{"code":"${code}","deviceId`, { authorization })
  await post('/control/faults', JSON.stringify(deviceId), { authorization })
  await fetch(`${url}/api/user/profile?token=${token}&move=${code}`, { headers: { authorization } })
  await fetch(`${url}/?move=${code}`)
  // A raw request that breaks off after its headers, and sockets.
  const { port } = new URL(url)
  for (const end of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n']) {
    const connection = connect(Number(port), '127.0.0.1')
    connection.write(
      `GET /api/reactions/ws/game?token=${token} HTTP/1.1\r\nAuthorization: ${authorization}\r\nHost: x\r\n${end}`,
    )
    if (end === '') connection.write('\x00 broken\r\n\r\n')
    await new Promise((resolve) => connection.once('data', resolve))
    connection.destroy()
  }
  server.process.kill('SIGTERM')
  const { stderr } = await server.ended
  expect(stderr).toContain('/api/auth/move')
  expect(code).toMatch(/^[A-Z0-9-]{8,}$/)
  for (const secret of [token, code, deviceId, env.ADMIN_KEY]) expect(stderr).not.toContain(secret)
})

test('an invalid log level and an invalid port in variables are reported', async () => {
  const level = await run(['serve', '--memory'], { LOG_LEVEL: 'loud' })
  const port = await run(['serve', '--memory'], { PORT: 'http' })
  expect(level).toMatchObject({ code: 1, stderr: expect.stringContaining("LOG_LEVEL 'loud' is not a level") })
  expect(port).toMatchObject({ code: 1, stderr: expect.stringContaining("PORT 'http' is not a port") })
})
