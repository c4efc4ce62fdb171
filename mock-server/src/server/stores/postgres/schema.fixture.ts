import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { dailySample } from '../../platform/daily-sample.fixture.ts'
import type { TestServer } from './postgres-servers.setup.ts'

/** The servers of this test run, with another version of PostgreSQL each; none if no test of PostgreSQL is selected. */
export const servers: readonly TestServer[] = inject('postgresServers') ?? []

/** One of them, another one each day: for tests of what every version does. */
export const serversOfDay = dailySample(servers, servers.length)

/** The server of tests that need only one. */
export function oneServer(): TestServer {
  const [server] = servers
  if (!server) throw new Error('No PostgreSQL server was started')
  return server
}

/** Adds an empty schema to a server. @returns the URL of a store in it. */
export async function newSchema({ url } = oneServer()): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await sql(url, `create schema ${name}`)
  return `${url}?options=-csearch_path%3D${name}`
}

/** The schema of {@link newSchema}. */
export const schemaIn = (url: string): string => decodeURIComponent(url).split('search_path=')[1] ?? ''

/** Creates a database, which is dropped at the end of the test. */
export async function newDatabase(server = oneServer(), options = '') {
  const name = `test_${randomBytes(8).toString('hex')}`
  await sql(server.url, `create database ${name} ${options}`)
  onTestFinished(async () => void (await sql(server.url, `drop database ${name} with (force)`)))
  const url = new URL(server.url)
  url.pathname = name
  return { name, url: url.href }
}

/** Runs statements on a separate connection. */
export async function sql(url: string, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}
