import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { dailySample } from '../../platform/daily-sample.fixture.ts'
import type { TestServer } from './postgres-servers.setup.ts'

/** The servers of this test run, with another version of PostgreSQL each; none outside the project of PostgreSQL's tests. */
export const servers: readonly TestServer[] = inject('postgresServers') ?? []

/** One of them, another one each day: for tests of what every version does. */
export const serversOfDay = dailySample(servers, servers.length)

/** Adds an empty schema to a server. @returns the URL of a store in it. */
export async function newSchema({ url }: TestServer): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await sql(url, `create schema ${name}`)
  return `${url}?options=-csearch_path%3D${name}`
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
