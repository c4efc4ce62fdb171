import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { programFixture, recordCalls, recordedServer } from '../program.fixture.ts'

/* The consent that commands require, by the kind of the target, without a terminal to ask on. */

const local = recordedServer({ seed: 'local' })
const shared = recordedServer({ seed: 'shared' })
const production = recordedServer({ seed: 'production', isProtected: true })
/** Not a reference server: it has no controls. */
const foreign = recordCalls(async () =>
  Response.json({ error: { code: 'NOT_FOUND', message: 'No' } }, { status: 404 }),
)
const servers = {
  'localhost:4000': local,
  'localhost:4001': production,
  'staging.example': shared,
  'game.example': production,
  'other.example': foreign,
}
const { run, folder, state } = programFixture(servers)

beforeEach(() => {
  for (const server of Object.values(servers)) server.forget()
})

const on = (host: string, ...words: string[]) => run([...words, '--target', `http://${host}`])
const created = async (host: string, name: string) => {
  const { code, stdout } = await on(host, 'user', 'new', '--name', name, '-o', 'json', `--yes=${host}`)
  expect(code).toBe(0)
  return JSON.parse(stdout) as { id: string; deviceId: string }
}
const names = async (host: string) => (await on(host, 'user', 'list')).stdout

describe('on this machine', () => {
  test('nothing is asked, and a reset first saves the world, which can be restored', async () => {
    await created('localhost:4000', 'Mina')
    const reset = await on('localhost:4000', 'world', 'reset')
    expect(reset).toMatchObject({ code: 0, stderr: '' })
    const [, command = ''] =
      /the previous world is saved: inkling (world restore before-reset-[\d-]+ .*)\n/.exec(reset.stdout) ?? []
    expect(await names('localhost:4000')).not.toContain('Mina')
    const restored = await run(command.split(' '))
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('before-restore-') })
    expect(await names('localhost:4000')).toContain('Mina')
  })

  test('a server that reports itself as protected is protected at any address', async () => {
    const { code, stderr } = await on('localhost:4001', 'daily', 'trigger')
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('which is protected') })
    expect(production.changes()).toEqual([])
  })
})

describe('on a shared target', () => {
  test('changing one player needs no consent', async () => {
    expect((await on('staging.example', 'user', 'new', '--name', 'Ben')).code).toBe(0)
  })

  test.each([
    ['daily', 'trigger'],
    ['clock', 'midnight'],
    ['fault', 'new', '/api/*', '--status', '503'],
    ['world', 'reset'],
  ])('%s %s is refused without --yes, in a sentence that names the target', async (...words) => {
    const { code, stdout, stderr } = await on('staging.example', ...words)
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
    expect(stderr).toMatch(
      /^inkling: this would .* on staging\.example, which is shared, and there is no terminal to ask on: repeat the command with --yes\.\n$/,
    )
    expect(shared.changes()).toEqual([])
  })

  test('--yes consents', async () => {
    expect((await on('staging.example', 'daily', 'trigger', '--yes')).code).toBe(0)
    expect((await on('staging.example', 'world', 'reset', '-y')).code).toBe(0)
    expect(shared.changes()).toEqual(['POST /api/admin/trigger-daily-games', 'DELETE /control/world'])
  })

  test('a scenario saves the world first and restores it afterwards', async () => {
    const file = join(folder, 'small.yaml')
    await writeFile(
      file,
      'version: 1\nname: small\nbots: { ann: {} }\nsteps:\n  - { bot: ann, do: profile }\n',
    )
    const users = await names('staging.example')
    const { code, stderr } = await on('staging.example', 'scenario', 'run', file, '--yes')
    expect(code).toBe(0)
    expect(await names('staging.example')).toBe(users)
    const [, saved = ''] = /is saved: inkling world restore (before-scenario-[\d-]+) /.exec(stderr) ?? []
    expect((await run(['world', 'list'])).stdout).toContain(saved)
  })

  test('a profile with writes consents to the daily games, but not to destroying data', async () => {
    await run(['target', 'new', 'staging', 'http://staging.example', '--writes'])
    expect((await run(['daily', 'trigger', '-t', 'staging'])).code).toBe(0)
    expect((await run(['world', 'reset', '-t', 'staging'])).code).toBe(6)
  })
})

describe('on a protected target', () => {
  test('even changing one player needs a yes', async () => {
    expect((await on('game.example', 'user', 'new', '--name', 'Cleo')).code).toBe(6)
    expect((await on('game.example', 'user', 'new', '--name', 'Cleo', '--yes')).code).toBe(0)
  })

  test('the name of its profile consents, but that of another target does not', async () => {
    await run(['target', 'new', 'prod', 'http://game.example'])
    const wrong = await run(['world', 'reset', '-t', 'prod', '--yes=staging'])
    expect(wrong).toMatchObject({
      code: 6,
      stderr:
        'inkling: --yes=staging consents to changes on staging, and this target is prod: nothing was done.\n',
    })
    expect((await run(['world', 'reset', '-t', 'prod', '--yes=prod'])).code).toBe(0)
    expect(production.changes()).toEqual(['DELETE /control/world'])
  })

  test('a profile can make any target protected', async () => {
    await run(['target', 'new', 'careful', 'http://localhost:4000', '--kind', 'protected', '--writes'])
    expect((await run(['clock', 'freeze', '-t', 'careful', '--yes'])).code).toBe(6)
    expect((await run(['clock', 'freeze', '-t', 'careful', '--yes=careful'])).code).toBe(0)
    const listed = await run(['target', 'list', '-o', 'json'])
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ name: 'careful', kind: 'protected' }),
    )
  })

  test('a dry run asks nothing, sends nothing, and prints no key', async () => {
    const words = ['world', 'reset', '--dry-run', '--admin-key', 'hush-hush']
    expect(await on('game.example', ...words)).toMatchObject({
      code: 0,
      stdout: `curl -X DELETE -H "x-admin-key: $INKLING_ADMIN_KEY" 'http://game.example/control/world'\n`,
    })
    expect(production.calls).toEqual([])
  })
})

test('a server that does not identify itself is changed only with consent', async () => {
  const refused = await on('other.example', 'game', 'mock', 'A'.repeat(22))
  expect(refused).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(
      /does not identify itself as a reference server, and there is no terminal .* with --yes, or give the server's key with --admin-key\.\n$/,
    ),
  })
  expect(foreign.changes()).toEqual([])
  await on('other.example', 'game', 'mock', 'A'.repeat(22), '--yes')
  expect(foreign.changes()).toEqual(['POST /api/admin/create-mock-game'])
})

test('if the world cannot be saved, nothing is destroyed', async () => {
  const { code, stderr } = await run(['world', 'reset'], { XDG_STATE_HOME: '/dev/null' })
  expect({ code, stderr }).toEqual({
    code: 6,
    stderr: expect.stringContaining('the current world could not be saved to'),
  })
  expect(local.changes()).toEqual([])
})

describe('a mistyped device id', () => {
  test.each([
    ['user', 'show'],
    ['game', 'today'],
    ['history', 'show'],
    ['group', 'show'],
    ['game', 'complete'],
  ])('of %s %s creates no player', async (...words) => {
    const { code, stderr } = await on('localhost:4000', ...words, '--device', 'device_TYPO_0123456789')
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('has this device id'),
    })
    expect(local.changes()).toEqual([])
  })
})

test.each([
  ['--name', 'Zoë', 'Username can only contain letters, numbers, underscores, and hyphens'],
  ['--name', '', 'Username is required'],
  ['--avatar', 'not an avatar', 'avatar'],
])('a new player with %s %j is refused before anything is created', async (option, value, message) => {
  const { code, stderr } = await on('localhost:4000', 'user', 'new', option, value)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
  expect(local.changes()).toEqual([])
})

test('a game is completed by player or by id, without a device', async () => {
  const { id, deviceId } = await created('localhost:4000', 'Dara')
  await on('localhost:4000', 'group', 'new', 'Owls', '--device', deviceId)
  await on('localhost:4000', 'daily', 'trigger')
  expect(await on('localhost:4000', 'game', 'complete', '--user', id)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^game [\w-]{22} is completed: \d+ turns? filled\n$/),
  })
  expect(await on('localhost:4000', 'game', 'complete', '--user', id)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('has no open game today'),
  })
  expect(await on('localhost:4000', 'game', 'complete')).toMatchObject({ code: 1 })
  expect(await on('localhost:4000', 'game', 'complete', 'A'.repeat(22))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('NOT_FOUND'),
  })
})

describe('under -o json', () => {
  const errorOf = (stderr: string) => (JSON.parse(stderr) as { error: unknown }).error

  test.each([
    [['daily', 'trigger', '--target', 'http://staging.example'], 'REFUSED', 6],
    [['daily', 'trigger', '--target', 'http://nowhere.example'], 'RUNTIME', 3],
    [['game', 'show', 'A'.repeat(22)], 'NOT_FOUND', 3],
    [['clock', 'advance', 'soon'], 'USAGE', 1],
  ])('the error of %j is JSON', async (words, code, exitCode) => {
    const ended = await run([...words, '-o', 'json'])
    expect(ended).toMatchObject({ code: exitCode, stdout: '' })
    expect(errorOf(ended.stderr)).toEqual({ code, message: expect.stringMatching(/./), exitCode })
  })

  test('world export to the standard output is lines of JSON', async () => {
    const { stdout } = await on('localhost:4000', 'world', 'export', '-', '-o', 'json')
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(0)).toMatchObject({ format: 'inkling-world', version: 2 })
    expect(lines.at(-1)).toMatchObject({ end: { drawings: expect.any(Number) } })
  })
})

describe('the audit log', () => {
  test('records user, command, target, call and outcome, without secrets', async () => {
    const { deviceId } = await created('game.example', 'Elif')
    await on('game.example', 'game', 'mock', 'A'.repeat(22), '--yes', '--admin-key', 'hush-hush')
    const { stdout } = await run(['audit', '-o', 'json'])
    const entries = JSON.parse(stdout) as Record<string, unknown>[]
    expect(entries.at(-1)).toMatchObject({
      user: expect.stringMatching(/./),
      command: `game mock ${'A'.repeat(22)} --yes --admin-key '$INKLING_ADMIN_KEY' --target http://game.example`,
      target: 'game.example',
      kind: 'protected',
      method: 'POST',
      url: 'http://game.example/api/admin/create-mock-game',
      body: { userId: 'A'.repeat(22), daysAgo: 1 },
      outcome: 404,
    })
    expect(entries).toContainEqual(expect.objectContaining({ body: { deviceId: '***' }, outcome: 200 }))
    for (const secret of [deviceId, 'hush-hush']) {
      expect(stdout).not.toContain(secret)
      expect(await readFile(join(state, 'audit.jsonl'), 'utf8')).not.toContain(secret)
    }
  })

  test('is filtered by --since and --limit, and printed as a table', async () => {
    await on('localhost:4000', 'clock', 'advance', '2m')
    await on('localhost:4000', 'clock', 'advance', '1m')
    expect(JSON.parse((await run(['audit', '--limit', '1', '-o', 'json'])).stdout)).toMatchObject([
      { command: expect.stringContaining('clock advance 1m') },
    ])
    expect(await run(['audit', '--after', 'a'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--after is for the calls that the server lists'),
    })
    expect((await run(['audit', '--since', '1h'])).stdout).toMatch(
      /localhost:4000 \(local\) +clock advance 1m --target \S+ +POST \/control\/clock +ok \(200\)/,
    )
    expect((await run(['audit', '--since', '2999-01-01'])).stdout).toBe(
      'no changes were made from this account since 2998-12-31 19:00:00 (New York)\n',
    )
    expect(await run(['audit', '--since', 'yesterday'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'yesterday' is neither a duration nor a date"),
    })
  })

  test('is rotated when it is large', async () => {
    await writeFile(join(state, 'audit.jsonl'), `${'x'.repeat(5_000_000)}\n`)
    await on('localhost:4000', 'clock', 'advance', '1m')
    const rotated = (await readdir(state)).filter((name) => /^audit\.\d+-.*\.jsonl$/.test(name))
    expect(rotated).toHaveLength(1)
    expect((await readFile(join(state, rotated[0] ?? ''), 'utf8')).length).toBe(5_000_001)
    const { stdout, stderr } = await run(['audit', '-o', 'jsonl'])
    expect(JSON.parse(stdout)).toMatchObject({ command: expect.stringContaining('clock advance') })
    expect(stderr).toBe('Skipped 1 damaged line of the audit log.\n')
  })
})
