import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { adminHeaders, type Ended, inkling, type Started, start } from './binary.fixture.ts'

/* The real binary as a child process, against a real server that another one serves. */

const firstDay = fileURLToPath(new URL('../../scenarios/first-day.yaml', import.meta.url))

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let cwd: string
let server: Started
let url: string
/** A server that says things which no Inkling server says, and has no controls. */
let stranger: Server
let strangerUrl: string
const reached: string[] = []

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-cli-'))
  server = start(['serve', '--memory', '--port', '0', '--seed', 'cli'], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
  stranger = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => stranger.once('listening', resolve))
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
}, 30_000)

afterAll(async () => {
  server.process.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  await new Promise((resolve) => stranger.close(resolve))
  await rm(cwd, { recursive: true, force: true })
})

const run = (...args: string[]): Promise<Ended> => inkling(args, { cwd })
const onServer = (...args: string[]): Promise<Ended> => run(...args, '--target', url)
const lines = (text: string): string[] => text.trimEnd().split('\n')

describe('bots', () => {
  test('play a game whose chain is printed with the ids, the same for the same seed on a fresh server', async () => {
    const { code, stdout, stderr } = await onServer('bots', 'run', '--players', '4', '--seed', '7')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/code [A-Z0-9]{6} {2}group [\w-]{22}/)
    expect(stdout.match(/bot_[0-9a-f]{24}_\d/g)).toHaveLength(4)
    expect(stdout).toMatch(/\n {2}1 {2}\w+ +\d+ s {2}drew +\w+/)
    expect(stdout).toMatch(/\n {2}4 {2}\w+ +\d+ s {2}guessed +\w+/)
    expect(stdout).toMatch(/became|never guessed/)
    expect(stdout).not.toContain('\u001B')

    const again = start(['serve', '--memory', '--port', '0', '--seed', 'cli'], { cwd })
    const target = (await again.firstLine).split(' ').at(-1) ?? ''
    const repeated = await run('bots', 'run', '--players', '4', '--seed', '7', '--target', target)
    expect(repeated.stdout).toBe(stdout)
    again.process.kill('SIGTERM')
    await again.ended
  })

  test('play again with the same seed on the same server, as other people', async () => {
    const { code, stdout } = await onServer('bots', 'run', '--players', '2', '--seed', '7', '-o', 'json')
    expect(code).toBe(0)
    const [game] = JSON.parse(stdout)
    expect(game.results.chain).toHaveLength(2)
    expect(game.players.map(({ deviceId }: { deviceId: string }) => deviceId.at(-1))).toEqual(['1', '1'])
  })

  test('leave a game open for one who is absent, and show their drawings', async () => {
    const { stdout } = await onServer(
      'bots',
      'run',
      '--players',
      '2',
      '--personas',
      'steady,absent',
      '--draw',
    )
    expect(stdout).toMatch(/The game is open: \w+ has not played/)
    expect(
      stdout.split('\n').filter((line) => /^ {5,}[ .:\-=+*#@]*[.:\-=+*#@]$/.test(line)).length,
    ).toBeGreaterThan(4)
  })

  test('with colour the drawings are half blocks', async () => {
    const { stdout } = await onServer('bots', 'run', '--players', '1', '--draw', '--color')
    expect(stdout).toContain('\u001B[38;2;')
    expect(stdout).toContain('▀')
  })
})

describe('scenarios', () => {
  test('the first day passes, in this process and on a server, and says the same each time', async () => {
    const [first, second, served] = await Promise.all([
      run(
        'scenario',
        'run',
        firstDay,
        '--report',
        `junit=${cwd}/junit.xml`,
        '--report',
        `json=${cwd}/run.json`,
      ),
      run('scenario', 'run', firstDay),
      onServer('scenario', 'run', firstDay),
    ])
    expect(first).toMatchObject({ code: 0, stdout: second.stdout })
    expect(first.stdout).toContain('19 of 19 steps passed')
    expect(served).toMatchObject({ code: 0 })
    expect(await readFile(join(cwd, 'junit.xml'), 'utf8')).toContain('tests="19" failures="0"')
    expect(JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8')).runs[0].outcome).toBe('passed')
  })

  test('one that fails exits with 4, a broken threshold with 5, a broken file with 2', async () => {
    const file = (name: string, steps: string) =>
      writeFile(
        join(cwd, name),
        `version: 1\nname: ${name}\nconfig: { clock: 2026-03-07T12:00:00Z }\nbots: { ann: {} }\nsteps:\n${steps}\n`,
      )
    await file('failing.yaml', '  - { bot: ann, do: profile, expect: { username: Bob } }')
    await file('slow.yaml', '  - { bot: ann, do: profile }\nthresholds: { http.max: "<0ms" }')
    await file('broken.yaml', '  - { bot: ann, do: profil }')
    const [failing, slow, broken, missing] = await Promise.all(
      ['failing', 'slow', 'broken', 'missing'].map((name) => run('scenario', 'run', `${name}.yaml`)),
    )
    expect(failing).toMatchObject({ code: 4 })
    expect(failing?.stdout).toContain("username: expected 'Bob', got 'Ann'  failing.yaml:6:50")
    expect(slow).toMatchObject({ code: 5 })
    expect(broken).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "inkling: broken.yaml:6:21: 'profil' is not known here; did you mean 'profile'?\n",
    })
    expect(missing).toMatchObject({
      code: 2,
      stderr: 'inkling: missing.yaml:1:1: there is no such file: correct its name\n',
    })
  })

  test('one that needs controls is refused by a server without', async () => {
    const { code, stderr } = await run('scenario', 'run', firstDay, '--target', strangerUrl, '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain(`config.clock needs controls, which ${strangerUrl} does not offer`)
  })

  test('are checked and listed', async () => {
    const checked = await run('scenario', 'validate', firstDay)
    expect(checked).toMatchObject({ code: 0, stdout: `${firstDay}: 19 steps, all well\n` })
    const listed = await run('scenario', 'list', firstDay, '-o', 'jsonl')
    expect(JSON.parse(listed.stdout)).toMatchObject({ name: 'the first day of four friends', bots: 4 })
  })
})

describe('operations', () => {
  test('a player, a group, a mock game, and their history', async () => {
    const { deviceId, id } = JSON.parse(
      (await onServer('user', 'new', '--name', 'Mina', '-o', 'json')).stdout,
    )
    const group = await onServer('group', 'new', 'Owls', '--device', deviceId)
    expect(group.stdout).toMatch(/^Owls {2}code \w{6}/)
    expect((await onServer('game', 'today', '--device', deviceId)).stdout).toBe('There is no game today.\n')
    expect((await onServer('daily', 'trigger')).stdout).toMatch(
      /^\d{4}-\d\d-\d\d: \d games created, \d completed\n$/,
    )
    expect((await onServer('game', 'today', '--device', deviceId)).stdout).toContain('you: pending')
    expect((await onServer('user', 'list', '-o', 'json')).stdout).toContain(id)
    expect((await onServer('history', 'show', '--device', deviceId)).stdout).toContain('in progress')
  })

  test('the clock and the faults', async () => {
    const target = start(['serve', '--memory', '--port', '0', '--clock', '2026-03-07T23:40:00-05:00'], {
      cwd,
    })
    const address = (await target.firstLine).split(' ').at(-1) ?? ''
    const clock = (...args: string[]) => run('clock', ...args, '--target', address)
    expect((await clock('freeze')).stdout).toMatch(/^2026-03-08T04:4\d:\d\d\.\d{3}Z {2}frozen\n$/)
    expect((await clock('midnight')).stdout).toBe('2026-03-08T05:00:00.000Z  frozen\n')
    expect((await clock('advance', '6m')).stdout).toBe('2026-03-08T05:06:00.000Z  frozen\n')
    expect(await clock('advance', 'soon')).toMatchObject({ code: 1 })
    const fault = (...args: string[]) => run('fault', ...args, '--target', address)
    expect((await fault('add', '/api/auth/device', '--status', '503', '--times', '1')).stdout).toMatch(
      /any \/api\/auth\/device +1 times +status 503/,
    )
    const faulty = await run('user', 'new', '--target', address)
    expect(faulty).toMatchObject({ code: 3, stderr: expect.stringContaining('A fault on purpose') })
    expect(await fault('clear')).toMatchObject({ code: 0, stdout: 'no faults\n' })
    expect(await fault('add', '/api/x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does nothing'),
    })
    target.process.kill('SIGINT')
    expect(await target.ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Stopped by SIGINT'),
    })
  })
})

describe('safety', () => {
  test('a dry run prints the call as curl, without secrets, and sends nothing', async () => {
    const before = reached.length
    const { code, stdout } = await run(
      'daily',
      'trigger',
      '--dry-run',
      '-t',
      strangerUrl,
      '--admin-key',
      'hush-hush',
    )
    expect(code).toBe(0)
    expect(stdout).toBe(
      `curl -X POST -H "x-admin-key: $INKLING_ADMIN_KEY" '${strangerUrl}/api/admin/trigger-daily-games'\n`,
    )
    expect(reached).toHaveLength(before)
  })

  test('read-only refuses before anything is sent', async () => {
    const before = reached.length
    const { code, stderr } = await run('daily', 'trigger', '--read-only', '-t', strangerUrl)
    expect(code).toBe(6)
    expect(stderr).toContain('--read-only refuses POST /api/admin/trigger-daily-games')
    expect(reached).toHaveLength(before)
  })

  test('a server that is no reference server is changed with consent only', async () => {
    reached.length = 0
    const refused = await run('daily', 'trigger', '-t', strangerUrl)
    expect(refused.code).toBe(6)
    expect(refused.stderr).toContain('repeat it with --yes')
    expect(reached).toEqual(['GET /control/status'])
    const consented = await run('daily', 'trigger', '-t', strangerUrl, '--yes')
    expect(consented).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('is --target an Inkling server?'),
    })
    expect(reached).toContain('POST /api/admin/trigger-daily-games')
    expect(await readFile(join(cwd, 'state/inkling/audit.jsonl'), 'utf8')).toContain(
      `"url":"${strangerUrl}/api/admin/trigger-daily-games","status":404`,
    )
  })
})

describe('what goes wrong is told in one sentence', () => {
  test.each<[args: string[], code: number, sentence: RegExp]>([
    [['frobnicate'], 1, /unknown command 'frobnicate'/],
    [['bots', 'run', '--players', 'many'], 1, /It has to be a whole number from 1 to 50/],
    [['bots', 'run', '--personas', 'stedy'], 1, /there is no persona 'stedy'; did you mean 'steady'\?/],
    [['daily', 'trigger', '--target', 'stagng'], 1, /there is no target 'stagng': use a URL/],
    [
      ['daily', 'trigger', '--target', 'http://127.0.0.1:9'],
      3,
      /nothing answers at .* start a server with `inkling serve`/,
    ],
    [['daily', 'trigger', '--timeout', 'soon'], 1, /--timeout 'soon' is no number of seconds/],
    [['scenario', 'run', 'x.yaml', '--report', 'pdf=x'], 1, /where kind is one of json, junit/],
    [['serve', '--port', 'http'], 1, /is no port/],
    [['serve', '--memory', '--data', 'x'], 1, /exclude each other/],
    [['serve', '--memory', '--port', '0', '--clock', 'noon'], 3, /'noon' is not a time/],
    [['serve', '--data', `${firstDay}/data`, '--port', '0'], 3, /data folder .* cannot be made: .* --data/],
  ])('%j', async (args, code, sentence) => {
    const ended = await run(...args)
    expect(ended.stderr).toMatch(sentence)
    expect(lines(ended.stderr)).toHaveLength(1)
    expect(ended).toMatchObject({ code, stdout: '' })
  })

  test('a busy port', async () => {
    const port = new URL(url).port
    const { code, stderr } = await run('serve', '--memory', '--port', port)
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `inkling: Port ${port} is in use. Stop what listens there, or choose another one with --port.\n`,
    })
  })

  test('an admin call without the key', async () => {
    const guarded = start(['serve', '--memory', '--port', '0', '--admin-key', 'hush-hush'], { cwd })
    const address = (await guarded.firstLine).split(' ').at(-1) ?? ''
    const refused = await run('daily', 'trigger', '--target', address, '--yes')
    expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining('--admin-key') })
    const allowed = await inkling(['daily', 'trigger', '-t', address], {
      cwd,
      env: { INKLING_ADMIN_KEY: 'hush-hush' },
    })
    expect(allowed.code).toBe(0)
    guarded.process.kill('SIGTERM')
    await guarded.ended
  })
})

describe('targets', () => {
  test('have names, of which one is in use; keys are never shown', async () => {
    const home = await mkdtemp(join(tmpdir(), 'inkling-targets-'))
    const at = (...args: string[]) => inkling(args, { cwd: home })
    const { 'x-admin-key': key = '' } = adminHeaders(url, cwd)
    expect((await at('target', 'add', 'local', url, '--admin-key', key)).code).toBe(0)
    expect((await at('target', 'use', 'local')).code).toBe(0)
    expect((await at('daily', 'trigger')).code).toBe(0)
    const listed = await at('target', 'list')
    expect(listed.stdout).toContain('local')
    const shown = await at('target', 'show', '-o', 'json')
    const rows: { setting: string; value: string; source: string }[] = JSON.parse(shown.stdout)
    expect(rows.find(({ setting }) => setting === 'url')).toMatchObject({ value: url, source: 'profile' })
    expect(rows.find(({ setting }) => setting === 'target')).toMatchObject({ source: 'user' })
    expect(key).not.toBe('')
    expect(`${listed.stdout}${shown.stdout}`).not.toContain(key)
    const misspelt = await at('daily', 'trigger', '-t', 'locla')
    expect(misspelt.stderr).toBe("inkling: there is no target 'locla': did you mean 'local'?\n")
    expect((await at('target', 'remove', 'local')).code).toBe(0)
    expect((await at('target', 'remove', 'local')).code).toBe(1)
    await rm(home, { recursive: true })
  })
})
