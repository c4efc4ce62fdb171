import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFixture } from '../../program.fixture.ts'

/* Errors of the store commands before they use a database. Their work is tested beside the store. */

const { run, folder } = programFixture({})

/** Nothing listens there. */
const DATABASE = 'postgres://ann:hidden@127.0.0.1:1/inkling'

test.each<[words: string[], code: number, stderr: string]>([
  [
    ['store', 'status'],
    1,
    'no database is given. Name it with --store postgres://user@host/database, or set DATABASE_URL.',
  ],
  [['store', 'migrate', '--store', '/tmp/data'], 1, 'The URL of a database begins with postgres://'],
  [
    ['store', 'status', '--store', 'postgres://ann:hidden@127.0.0.1:1'],
    1,
    'The URL of a database ends with its name, as in postgres://user@host/database. Correct --store.',
  ],
  [
    ['serve', '--port', '0', '--store', DATABASE, '--direct-store', 'postgres://ann:hidden@127.0.0.1:1/'],
    1,
    'Correct --direct-store.',
  ],
  [
    ['store', 'copy', '--from', 'postgres://ann:hidden@127.0.0.1:1?sslmode=require', '--to', 'a'],
    1,
    'Correct --from.',
  ],
  [['store', 'migrate', '--store', DATABASE, '--read-only'], 6, '--read-only refuses `store migrate`'],
  [['store', 'copy', '--from', 'a', '--to', DATABASE, '--read-only'], 6, '--read-only refuses `store copy`'],
  [['store', 'copy', '--from', 'a', '--to', DATABASE, '--dry-run'], 1, '`store copy` has no dry run'],
  [['store', 'copy', '--from', 'a'], 1, "required option '--to <place>' not specified"],
  [['store', 'status', '--store', DATABASE], 3, 'The database 127.0.0.1:1/inkling cannot be used'],
  [
    ['serve', '--port', '0', '--store', DATABASE],
    3,
    'Start PostgreSQL there, or correct the address in --store.',
  ],
  [['serve', '--memory', '--workers', '2'], 1, '--workers needs a PostgreSQL database'],
  [['serve', '--store', DATABASE, '--workers', 'many'], 1, "--workers 'many' is not a number of processes"],
  [['serve', '--store', DATABASE, '--grace', 'long'], 1, "'long' is not a duration"],
  [['serve', '--memory', '--store', DATABASE], 1, '--memory and --store cannot be combined: use one.'],
])('%j is refused with code %i', async (words, code, message) => {
  const ended = await run(words)
  expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) })
  expect(ended.stderr).not.toContain('hidden')
})

test('DATABASE_URL names the database if no option does', async () => {
  const { stderr } = await run(['store', 'status'], { DATABASE_URL: DATABASE })
  expect(stderr).toContain('The database 127.0.0.1:1/inkling cannot be used')
  expect(stderr).toContain('correct the address in DATABASE_URL.')
})

test('an error of a server names the variable of its database if no option was given', async () => {
  const serve = (env: Record<string, string>) => run(['serve', '--port', '0'], env)
  expect((await serve({ DATABASE_URL: DATABASE })).stderr).toContain('correct the address in DATABASE_URL.')
  const urls = { DATABASE_URL: DATABASE, DATABASE_DIRECT_URL: 'postgres://ann:hidden@127.0.0.1:1/' }
  expect((await serve(urls)).stderr).toContain('Correct DATABASE_DIRECT_URL.')
})

test('a copy from a database that is not PostgreSQL says how a URL begins', async () => {
  const { stderr } = await run(['store', 'copy', '--from', 'mysql://user@host/inkling', '--to', DATABASE])
  expect(stderr).toBe(
    'inkling: The URL of a database begins with postgres://, as in postgres://user@host/database. Correct --from.\n',
  )
})

test('a missing source is not created', async () => {
  const from = join(folder, 'nowhere')
  const { code, stderr } = await run(['store', 'copy', '--from', from, '--to', DATABASE])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `inkling: There is no data folder ${from}. Correct --from.\n`,
  })
  expect(existsSync(from)).toBe(false)
})
