import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@inkling/mock-server/main'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NotedServer, notedServer, noting, programFixture } from './program.fixture.ts'

/* What doctor finds on this machine and about its target, and what help and usage errors say. */

const reference = notedServer({ seed: 'doctor' })
const servers: Record<string, NotedServer> = {
  'localhost:4000': reference,
  /** As a product of this API in production: no controls. */
  'real.example': noting(async (input, init) =>
    String(input).includes('/control/')
      ? Response.json({ error: { code: 'NOT_FOUND', message: 'No such route' } }, { status: 404 })
      : reference.fetch(input, init),
  ),
  'guarded.example': notedServer({ seed: 'guarded', adminKey: 'hush-hush' }),
  'page.example': noting(async () => new Response('<h1>Hello</h1>', { status: 404 })),
}
const { run } = programFixture(servers)

const data = mkdtempSync(join(tmpdir(), 'inkling-doctor-'))
let served: RunningServer

beforeAll(async () => {
  served = await startServer({ port: 0, data })
  // The real one, since the fixture puts its own in place while a command runs.
  servers[new URL(served.url).host] = noting(fetch)
})

afterAll(async () => {
  await served.close()
  rmSync(data, { recursive: true, force: true })
})

const targetOf = async (host: string, ...words: string[]) => {
  const { stdout } = await run(['doctor', '--target', `http://${host}`, '-o', 'json', ...words])
  const findings = JSON.parse(stdout) as { about: string; state: string; finding: string }[]
  return findings.find(({ about }) => about === 'target')
}

test('a living lock, a port that is taken, and a target with the same contract', async () => {
  const { port } = new URL(served.url)
  const key = served.adminKey ?? ''
  const words = ['--data', data, '--port', port, '--admin-key', key, '-o', 'json']
  const { code, stdout } = await run(['doctor', '--target', served.url, ...words])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ about: 'Node', state: 'good' }),
      expect.objectContaining({ about: 'lock', state: 'notice' }),
      expect.objectContaining({ about: `port ${port}`, finding: expect.stringContaining('is in use') }),
      expect.objectContaining({ about: 'contract', state: 'good' }),
      expect.objectContaining({ about: 'clock', state: 'good' }),
      expect.objectContaining({
        about: 'metrics',
        state: 'good',
        finding: expect.stringMatching(
          /calls? .*event loop delay .* ms, 0 transactions retried, 0 games to announce/,
        ),
      }),
    ]),
  )
})

test('exit code 3 where something cannot work', async () => {
  const { code, stdout } = await run(['doctor', '--data', '/proc/nowhere/data'])
  expect(stdout).toContain('cannot be written: choose another one with --data')
  expect(code).toBe(3)
})

test('a real server is called what it is', async () => {
  expect(await targetOf('localhost:4000')).toMatchObject({ state: 'good' })
  expect(await targetOf('real.example')).toEqual({
    about: 'target',
    state: 'good',
    finding: expect.stringMatching(/^an Inkling server at http:\/\/real\.example, without the controls/),
  })
  expect(await targetOf('guarded.example')).toMatchObject({
    state: 'notice',
    finding: expect.stringContaining('its controls need the admin key, and no key is given'),
  })
  expect(await targetOf('guarded.example', '--admin-key', 'wrong-wrong')).toMatchObject({
    finding: expect.stringContaining('and refuse the key from flag'),
  })
  expect(await targetOf('page.example')).toMatchObject({
    state: 'notice',
    finding: expect.stringContaining('is --target an Inkling server?'),
  })
})

test('an unknown shell is refused with those that are known', async () => {
  const { code, stderr } = await run(['completion', 'tcsh'])
  expect(code).toBe(1)
  expect(stderr).toContain('bash, zsh, fish')
})

test("help of a command has its own options and examples, and one line for the program's", async () => {
  for (const words of [
    ['serve'],
    ['bots', 'run'],
    ['scenario', 'run'],
    ['target', 'add'],
    ['game', 'show'],
  ]) {
    const { code, stdout } = await run([...words, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Examples:\n  $ inkling')
    expect(stdout).toMatch(/\nGlobal options, .*: inkling --help\n$/)
    expect(stdout).not.toContain('--target <name|url>')
  }
})
