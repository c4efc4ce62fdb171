import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { DEBIAN_BIN } from '../src/stores/postgres/postgres-servers.fixture.ts'

const run = promisify(execFile)

/** Maximum rates of a database per second, with as many connections as a server's pool. */
export interface Floors {
  /** Commits of two writes. */
  readonly simpleUpdate: number
  /** Reads of one row by key. */
  readonly selectOnly: number
}

const CONNECTIONS = 8
const SECONDS = 2
const SCALE = 10
const ACCOUNTS = SCALE * 100_000

const PGBENCH = join(DEBIAN_BIN, 'pgbench')
const hasPgbench = existsSync(PGBENCH)

/** Creates the tables of {@link measureFloors}. Do this long before: PostgreSQL then vacuums and writes them to disk. */
export async function prepareFloors(url: string): Promise<void> {
  if (hasPgbench) {
    await run(PGBENCH, ['-i', '-q', '-s', String(SCALE), url])
    return
  }
  process.stdout.write('pgbench is not installed: measuring the floors through the client library.\n')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp)`)
  await client.query('insert into pgbench_accounts select n, 1, 0 from generate_series(1, $1) n', [ACCOUNTS])
  await client.query('vacuum analyze pgbench_accounts')
  await client.end()
}

/** Measures with pgbench or, if it is not installed, with the same statements through the client library. */
export async function measureFloors(url: string): Promise<Floors> {
  if (!hasPgbench) return measureThroughClient(url)
  const perSecond = async (script: string) => {
    const args = [script, '-n', '-c', String(CONNECTIONS), '-j', '2', '-T', String(SECONDS), url]
    const { stdout } = await run(PGBENCH, args)
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  }
  return { simpleUpdate: await perSecond('-N'), selectOnly: await perSecond('-S') }
}

async function measureThroughClient(url: string): Promise<Floors> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  try {
    const account = () => 1 + Math.floor(Math.random() * ACCOUNTS)
    const balance = 'select abalance from pgbench_accounts where aid = $1'
    const perSecond = async (work: (client: pg.PoolClient) => Promise<unknown>) => {
      let done = 0
      const end = performance.now() + SECONDS * 1000
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          const client = await pool.connect()
          for (; performance.now() < end; done++) await work(client)
          client.release()
        }),
      )
      return done / SECONDS
    }
    return {
      simpleUpdate: await perSecond(async (client) => {
        const aid = account()
        await client.query('begin')
        await client.query('update pgbench_accounts set abalance = abalance + $2 where aid = $1', [aid, 1])
        await client.query(balance, [aid])
        await client.query('insert into pgbench_history values (1, 1, $1, 1, now())', [aid])
        await client.query('commit')
      }),
      selectOnly: await perSecond((client) => client.query(balance, [account()])),
    }
  } finally {
    await pool.end()
  }
}
