import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { freePort } from '@inkling/mock-server/testing'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { expect, onTestFinished, test } from 'vitest'
import { homeIn, start } from '../../binary.fixture.ts'
import { restartable } from './restartable-target.ts'

const KEY = 'hush-hush'

test('--restart-command restarts a real server, which keeps its players and the time', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-restart-'))
  const pidOfServer = async () => Number(await readFile(join(cwd, 'pid'), 'utf8'))
  onTestFinished(async () => {
    process.kill(await pidOfServer(), 'SIGKILL')
    // The killed server may still be writing.
    await rm(cwd, { recursive: true, force: true, maxRetries: 10 })
  })
  const port = await freePort()
  const first = start(['serve', '--data', 'data', '--port', String(port), '--admin-key', KEY], { cwd })
  await writeFile(join(cwd, 'pid'), String(first.process.pid))
  const baseUrl = (await first.firstLine).split(' ').at(-1) ?? ''
  const binary = fileURLToPath(new URL('../../../bin/inkling.mjs', import.meta.url))
  const { HOME, XDG_CONFIG_HOME, XDG_STATE_HOME } = homeIn(cwd)
  const homes = `HOME=${HOME} XDG_CONFIG_HOME=${XDG_CONFIG_HOME} XDG_STATE_HOME=${XDG_STATE_HOME}`
  const serve = `${process.execPath} ${binary} serve --data data --port ${port} --admin-key ${KEY}`
  const command = [
    `cd ${cwd}`,
    'kill $(cat pid)',
    'while kill -0 $(cat pid) 2>/dev/null; do sleep 0.1; done',
    `(exec env ${homes} ${serve}) >log 2>&1 & echo $! >pid`,
  ].join('\n')
  const target = await restartable(await httpTarget({ baseUrl, fetch, adminKey: () => KEY }), command)
  const client = clientOf(target)
  const before = await client.signInDevice({ body: { deviceId: 'device_of_the_restarted' } })
  await client.changeClock({ body: { freeze: true } })
  await client.changeClock({ body: { set: '2027-03-07T12:00:00.000Z' } })

  await target.restart?.('keep')

  expect((await first.ended).code).toBe(0)
  expect(await pidOfServer()).not.toBe(first.process.pid)
  expect(await client.getClock()).toEqual({ now: '2027-03-07T12:00:00.000Z', mode: 'frozen' })
  const after = await client.signInDevice({ body: { deviceId: 'device_of_the_restarted' } })
  expect(after.user.id).toBe(before.user.id)
})
