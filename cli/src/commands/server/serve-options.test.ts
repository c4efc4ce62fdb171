import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@inkling/mock-server/contract/client/client'
import { VERSION } from '@inkling/mock-server/contract/constants'
import { afterAll, afterEach, expect, test } from 'vitest'
import { inkling, type Started, start } from '../../binary.fixture.ts'
import { certificate } from '../../calls/certificate.fixture.ts'
import { programFixture } from '../../program.fixture.ts'

/* HTTPS, and a world in a file: servers in processes of their own. */

const { run } = programFixture({})
const cwd = mkdtempSync(join(tmpdir(), 'inkling-serve-'))
const tls = certificate('valid')
const env = { NODE_EXTRA_CA_CERTS: join(cwd, 'cert.pem') }
const TLS = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']
const started: Started[] = []

async function serve(...words: string[]) {
  const server = start([...words], { cwd, env })
  started.push(server)
  return { server, url: (await server.firstLine).split(' ').at(-1) ?? '' }
}

async function stop({ server }: { server: Started }): Promise<void> {
  server.process.kill('SIGTERM')
  await server.ended
}

const signInDemoPlayer = (baseUrl: string) =>
  createClient({ baseUrl, fetch }).signInDevice({ body: { deviceId: 'device_demo_mia_sketchbook' } })

const on = async (...words: string[]) => inkling(words, { cwd, env })

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => stop({ server })))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

test('`serve` and `scenario record` answer over HTTPS', async () => {
  await writeFile(join(cwd, 'cert.pem'), tls.cert)
  await writeFile(join(cwd, 'key.pem'), tls.key)
  const served = await serve('serve', '--memory', '--port', '0', ...TLS)
  expect(served.url).toMatch(/^https:\/\/localhost:\d+$/)
  const recorder = await serve('scenario', 'record', 'day.yaml', '--port', '0', '-t', served.url, ...TLS)
  expect(recorder.url).toMatch(/^https:/)
  const { code, stdout } = await on('user', 'new', '--name', 'Mina', '-t', recorder.url, '-o', 'json')
  expect({ code, name: JSON.parse(stdout).username }).toEqual({ code: 0, name: 'Mina' })
  expect((await on('clock', 'show', '-t', served.url)).code).toBe(0)
  await stop(recorder)
  expect(await readFile(join(cwd, 'day.yaml'), 'utf8')).toContain('Mina')
})

test.each([
  [['--tls-cert', 'cert.pem'], 1, /HTTPS needs both files: give --tls-cert and --tls-key\./],
  [['--tls-cert', 'none.pem', '--tls-key', 'key.pem'], 1, /none\.pem: there is no such file/],
  [['--tls-cert', 'key.pem', '--tls-key', 'cert.pem'], 2, /are not a certificate and its private key in PEM/],
  [['--save-on-exit', '--world', 'demo'], 1, /--save-on-exit needs --memory and the file to write/],
  [['--memory', '--world', 'missing.json'], 1, /--world \S+missing\.json: /],
  [['--memory', '--world', 'key.json'], 1, /--world \S+key\.json: /],
])('%j is refused', async (words, exitCode, said) => {
  await writeFile(join(cwd, 'cert.pem'), tls.cert)
  await writeFile(join(cwd, 'key.pem'), tls.key)
  await writeFile(join(cwd, 'key.json'), '{"format":"other"}')
  const inFolder = words.map((word) => (/\.(pem|json)$/.test(word) ? join(cwd, word) : word))
  const { code, stderr } = await run(['serve', '--port', '0', ...inFolder])
  expect(stderr).toMatch(said)
  expect(code).toBe(exitCode)
})

test('a folder that has a world ignores --world, and says so; with a player of the demo world, production needs --demo', async () => {
  const words = ['serve', '--port', '0', '--data', join(cwd, 'kept-data')]
  const first = await serve(...words)
  await signInDemoPlayer(first.url)
  await stop(first)
  expect(first.server.warned()).not.toMatch(/is ignored|--admin-key-file/)
  const again = start([...words, '--world', 'demo'], {
    cwd,
    env: { ...env, ADMIN_KEY: 'a-key-of-ones-own-0123456789abcdef' },
  })
  started.push(again)
  await again.firstLine
  await stop({ server: again })
  expect(again.warned()).toMatch(/^\S*kept-data has a world already: --world demo is ignored\.$/m)
  // For other shells.
  expect(again.warned()).toContain('give the admin key with --admin-key-file FILE or in INKLING_ADMIN_KEY.')

  const production = { NODE_ENV: 'production' }
  const refused = { code: 1, stderr: expect.stringContaining('The demo world is not for production') }
  expect(await run(['serve', '--memory', '--world', 'demo'], production)).toMatchObject(refused)
  expect(await run(words, production)).toMatchObject(refused)
  const shown = start([...words, '--demo', '-o', 'json'], { cwd, env: production })
  started.push(shown)
  expect(JSON.parse(await shown.firstLine)).toMatchObject({ version: VERSION })
})

test('with --save-on-exit the world of a file is there again at the next start', async () => {
  const words = ['serve', '--memory', '--port', '0', '--world', 'world.json', '--save-on-exit']
  const first = await serve(...words)
  const { user } = await signInDemoPlayer(first.url)
  await stop(first)
  expect(first.server.warned()).toContain(
    `This is version ${VERSION}. Data is in memory, and written to world.json at the end.`,
  )
  expect(first.server.warned()).toMatch(
    /\nTry `(npx )?inkling console --target http:\S+` to watch and control it; http:\S+\/api\/openapi\.json has its calls\.\n/,
  )
  const second = await serve(...words)
  expect((await signInDemoPlayer(second.url)).user.id).toBe(user.id)
})
