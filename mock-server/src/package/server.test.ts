import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test as base, expect } from 'vitest'
import { DEMO } from '../server/worlds/demo-server.fixture.ts'
import { type RunningServer, serverFixture, startServer } from './server.ts'

const OWN = '<title>Mine</title><style>p { color: red }</style><p>The client</p>'
const clientDir = mkdtempSync(join(tmpdir(), 'inkling-fixture-'))
writeFileSync(join(clientDir, 'index.html'), OWN)
afterAll(() => rmSync(clientDir, { recursive: true, force: true }))

let last: RunningServer | undefined
const test = base.extend({ server: serverFixture({ seed: '7', clientDir }) })

test('a fixture serves the client of its folder as it is, and the API', async ({ server }) => {
  last = server
  const page = await fetch(`${server.url}/?code=ABC234`)
  expect(await page.text()).toBe(OWN)
  expect(page.headers.get('content-security-policy')).toBeNull()
  expect((await server.client().listUsers({ query: {} })).items).toEqual([])
})

test('a folder without a client is refused before the server starts', async () => {
  await expect(startServer({ clientDir: join(clientDir, 'dist') })).rejects.toThrow(
    `clientDir: there is no index.html in ${join(clientDir, 'dist')}. Build your client, or name its folder.`,
  )
})

test('each test has its own server, and the one before is closed', async ({ server }) => {
  expect(server.url).not.toBe(last?.url)
  await expect(fetch(`${last?.url}/healthz`)).rejects.toThrow('fetch failed')
})

test('all tests of a fixture have one seed, with which a named world is built once', async () => {
  const seeds: unknown[] = []
  const fixture = serverFixture({ clientDir })
  for (let at = 0; at < 2; at++)
    await fixture({}, async (server) => {
      seeds.push((await server.client().getControlStatus()).seed)
    })
  expect(seeds).toEqual([expect.any(String), seeds[0]])
})

test('the groups of a named world are listed, and a reset brings them back', async () => {
  await using server = await startServer(DEMO)
  expect(server.groups.length).toBeGreaterThan(2)
  await server.client().resetWorld()
  expect((await server.client().listGroups()).items.length).toBe(server.groups.length)
})

test('a server begins with a world document or its lines, and a reset brings them back', async () => {
  const before = await startServer({ seed: '7' })
  const mina = await before.signIn('Mina')
  await mina.createGroup({ body: { name: 'Owls' } })
  const document = await before.client().exportWorld()
  const lines = await (
    await fetch(`${before.url}/control/world`, { headers: { 'x-admin-key': before.adminKey } })
  ).text()
  await before.close()
  for (const world of [document, lines]) {
    const server = await startServer({ world })
    expect(server.groups.map(({ name }) => name)).toEqual(['Owls'])
    await server.signIn('Otto')
    await server.client().resetWorld()
    expect((await server.client().listUsers()).items.map(({ username }) => username)).toEqual(['Mina'])
    expect((await server.signIn('Mina')).userId).toBe(mina.userId)
    await server.close()
  }
})

test('a world that does not exist or is damaged is refused in words of this function', async () => {
  await expect(startServer({ world: 'Atlantis' })).rejects.toThrow(
    new RangeError("There is no world named 'Atlantis'. Use one of demo, empty, busy."),
  )
  await expect(startServer({ world: { format: 'other' } })).rejects.toThrow(/^The world cannot be used: /)
})

test('signIn gives a client of a player, the same for the same name', async ({ server }) => {
  const mina = await server.signIn('Mina')
  expect(await mina.getProfile()).toMatchObject({ id: mina.userId, username: 'Mina' })
  const again = await server.signIn('Mina')
  expect([again.userId, again.deviceId]).toEqual([mina.userId, mina.deviceId])
  expect((await server.signIn('Otto')).userId).not.toBe(mina.userId)
  // A query whose fields are all optional is optional.
  expect((await mina.getHistory()).entries).toEqual([])
})

test('Playwright accepts the fixture: its first argument is a pattern of braces', () => {
  expect(String(serverFixture())).toMatch(/^async \(\{\s*\}, \w+\)/)
})
