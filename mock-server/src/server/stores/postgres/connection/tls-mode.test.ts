import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { schemaVersion } from '../migrations.ts'
import { PostgresStore } from '../postgres-store.ts'
import { newSchema, oneServer } from '../schema.fixture.ts'
import { CERTIFICATE, startTlsProxy } from '../tls-proxy.fixture.ts'
import { explanationOf } from './database-access.ts'

/* Connections with TLS: sslmode means what it means to libpq. */

let folder: string
let authority: string
let proxy: Awaited<ReturnType<typeof startTlsProxy>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-tls-'))
  authority = join(folder, 'ca.pem')
  await writeFile(authority, CERTIFICATE)
  proxy = await startTlsProxy(Number(new URL(oneServer().url).port))
})
afterAll(async () => {
  proxy.close()
  await rm(folder, { recursive: true })
})
afterEach(() => void vi.unstubAllEnvs())

/** A URL of a database behind TLS. FILE in the parameters stands for the certificate of the authority. */
async function secured(host: string, parameters: string): Promise<string> {
  const url = new URL(await newSchema())
  url.host = `${host}:${proxy.port}`
  return `${url.href}${parameters.replace('FILE', authority)}`
}
const openedBy = async (url: string) => (await schemaVersion(url)).found

test.each([
  ['127.0.0.1', '&sslmode=require'],
  ['localhost', '&sslmode=require&sslrootcert=FILE'],
  ['127.0.0.1', '&sslmode=verify-ca&sslrootcert=FILE'],
  ['localhost', '&sslmode=verify-full&sslrootcert=FILE'],
])('a server at %s with its own certificate is accepted with %s', async (host, parameters) => {
  expect(await openedBy(await secured(host, parameters))).toBe(0)
})

test.each([
  ['localhost', '&sslmode=verify-full', /self-signed certificate\. .* add sslrootcert=FILE/],
  [
    '127.0.0.1',
    '&sslmode=verify-full&sslrootcert=FILE',
    /altnames: .* Write the host in --store as in the cert/,
  ],
  ['localhost', '&sslmode=verify-ca', /sslmode=verify-ca needs sslrootcert\. Add sslrootcert=FILE/],
  [
    'localhost',
    '&sslmode=prefer',
    /sslmode=prefer is not a supported sslmode\. Write sslmode=disable, require/,
  ],
  ['localhost', '&sslmode=requires', /sslmode=requires is not a supported sslmode/],
])('a server at %s is refused with %s', async (host, parameters, message) => {
  await expect(PostgresStore.open(await secured(host, parameters))).rejects.toThrow(message)
})

test('PGSSLMODE means the same as sslmode, which takes precedence', async () => {
  const [without, required] = [await secured('127.0.0.1', ''), await secured('127.0.0.1', '&sslmode=require')]
  vi.stubEnv('PGSSLMODE', 'require')
  expect(await openedBy(without)).toBe(0)
  vi.stubEnv('PGSSLMODE', 'sometimes')
  expect(await openedBy(required)).toBe(0)
  await expect(PostgresStore.open(oneServer().url)).rejects.toThrow('PGSSLMODE=sometimes is not a supported')
})

test.each([
  ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
  ['ERR_OSSL_PEM_NO_START_LINE', 'no start line'],
])('the error %s is explained', (code, message) => {
  const error = Object.assign(new Error(message), { code })
  const explanation = explanationOf('postgres://host/inkling', error, '--store')
  expect(explanation).toMatch(`The database host/inkling cannot be used: ${message}.`)
  expect(explanation).toContain('add sslrootcert=FILE')
})
