import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test as base, expect } from 'vitest'
import { type RunningServer, serverFixture } from './server.ts'

const clientDir = mkdtempSync(join(tmpdir(), 'inkling-fixture-'))
writeFileSync(join(clientDir, 'index.html'), '<title>Inkling</title><p>The client</p>')
afterAll(() => rmSync(clientDir, { recursive: true, force: true }))

let last: RunningServer | undefined
const test = base.extend({ server: serverFixture({ seed: '7', clientDir }) })

test('a fixture serves the client and the API', async ({ server }) => {
  last = server
  expect(await (await fetch(`${server.url}/`)).text()).toContain('The client')
  expect((await server.client().listUsers({ query: {} })).items).toEqual([])
})

test('each test has its own server, and the one before is closed', async ({ server }) => {
  expect(server.url).not.toBe(last?.url)
  await expect(fetch(`${last?.url}/healthz`)).rejects.toThrow('fetch failed')
})

test('Playwright accepts the fixture: its first argument is a pattern of braces', () => {
  expect(String(serverFixture())).toMatch(/^async \(\{\s*\}, \w+\)/)
})
