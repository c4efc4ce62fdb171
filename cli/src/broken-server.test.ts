import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'

/* The real binary against a server that breaks the rules of the game and the documented API. */

const firstDay = fileURLToPath(new URL('../../scenarios/first-day.yaml', import.meta.url))

const KEY = 'hush-hush'

let cwd: string
let server: Started
let url: string
let brokenUrl: string

/** A proxy that assigns the second entry of a chain to the player of the first, and turns `memberCount` into a string. */
const broken = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const answer = await fetch(url + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  let text = await answer.text()
  if (request.url?.startsWith('/control/games')) {
    const { items } = JSON.parse(text)
    for (const { entries } of items) if (entries[1]) entries[1].userId = entries[0].userId
    text = JSON.stringify({ items })
  }
  if (request.url === '/api/groups/join') text = text.replace(/"memberCount":(\d+)/, '"memberCount":"$1"')
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
})

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-broken-'))
  server = start(['serve', '--memory', '--port', '0', '--seed', 'broken', '--admin-key', KEY], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  brokenUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
})

afterAll(async () => {
  broken.closeAllConnections()
  broken.close()
  server.process.kill('SIGTERM')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

test('a broken rule ends a simulation with 5 and a small scenario that reproduces it', async () => {
  const args = ['simulate', '--invariants', '--groups', '1', '--players', '2', '--days', '1', '--seed', '5']
  const { code, stderr, stdout } = await inkling([...args, '--target', brokenUrl], {
    cwd,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('violation-5.yaml') })
  expect(stdout).toContain('a player has two entries in the chain')
  const text = await readFile(join(cwd, 'violation-5.yaml'), 'utf8')
  expect(text.match(/do: play-turn/g)).toHaveLength(2)
  const again = await inkling(['scenario', 'run', 'violation-5.yaml', '--target', brokenUrl], {
    cwd,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  expect(again.code).toBe(4)
  const sound = await inkling(['scenario', 'run', 'violation-5.yaml'], {
    cwd,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  expect(sound.code).toBe(0)
  const inProcess = await inkling([...args.toSpliced(-1, 1, '6')], { cwd, env: { INKLING_ADMIN_KEY: KEY } })
  expect(inProcess.code).toBe(0)
  expect(existsSync(join(cwd, 'violation-6.yaml'))).toBe(false)
})

test('a violation of the documented API ends a comparison with 5', async () => {
  const { code, stdout } = await inkling(['scenario', 'diff', firstDay, url, brokenUrl], {
    cwd,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  expect(stdout).toContain('its reply is not as documented: memberCount')
  expect(code).toBe(5)
  const same = await inkling(['scenario', 'diff', firstDay, 'in-process', 'in-process'], {
    cwd,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('0 violations, 0 unspecified') })
})
