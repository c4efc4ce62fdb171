import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Ended, inkling, start } from './binary.fixture.ts'
import { programFixture, recordCalls, recordedServer } from './program.fixture.ts'

/* Commands and their output: the program in this process, against servers in this process. readme-examples.test.ts runs those of the guide. */

const firstDay = fileURLToPath(new URL('../../scenarios/library/first-day.yaml', import.meta.url))

const strangerUrl = 'http://stranger.example'
const { run: runWords, folder } = programFixture({
  'localhost:4000': recordedServer({ seed: 'cli' }),
  'localhost:4002': recordedServer({ seed: 'clock', clock: '2026-03-07T23:40:00-05:00' }),
  'localhost:4003': recordedServer({ seed: 'guarded', adminKey: 'hush-hush' }),
  // It is not Inkling, and has no controls.
  'stranger.example': recordCalls(async () => new Response('<h1>Not here</h1>', { status: 404 })),
})

const run = (...words: string[]): Promise<Ended> => runWords(words)
const onServer = (...words: string[]): Promise<Ended> => run(...words, '--target', 'http://localhost:4000')
const lines = (text: string): string[] => text.trimEnd().split('\n')

describe('bots', () => {
  test('play as new players when the seed is used again on the same server', async () => {
    const words = ['bots', 'run', '--players', '2', '--seed', '7', '-o', 'json']
    await onServer(...words)
    const { code, stdout } = await onServer(...words)
    expect(code).toBe(0)
    const [game] = JSON.parse(stdout)
    expect(game.results.chain).toHaveLength(2)
    expect(game.players.map(({ deviceId }: { deviceId: string }) => deviceId.at(-1))).toEqual(['1', '1'])
  })

  test('leave a game open for an absent player, and print drawings', async () => {
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

  test('game show prints the chain of an open game, and who has not played', async () => {
    const played = ['bots', 'run', '--players', '2', '--personas', 'steady,absent', '-o', 'json']
    const [{ gameId, players, waitingFor }] = JSON.parse((await onServer(...played)).stdout)
    const player = players.find(({ username }: { username: string }) => !waitingFor.includes(username))
    const { stdout } = await onServer('game', 'show', gameId)
    expect(stdout).toMatch(new RegExp(`\\n {2}1 {2}${player.username} {2}drew +\\w[\\w -]* +\\d+ s\\n`))
    expect(stdout).toContain(`the game is open: ${waitingFor} has not played\n`)
    expect(stdout).not.toContain('{')
    const drawn = lines((await onServer('game', 'show', gameId, '--draw')).stdout)
    expect(drawn.length).toBeGreaterThan(lines(stdout).length + 4)
  })

  test('print drawings as half blocks with colour', async () => {
    const { stdout } = await onServer('bots', 'run', '--players', '1', '--draw', '--color')
    expect(stdout).toContain('\u001B[38;2;')
    expect(stdout).toContain('▀')
  })
})

describe('scenarios', () => {
  test('shipped ones run by name', async () => {
    expect(await run('scenario', 'run', 'staged-turns')).toMatchObject({ code: 0 })
    const { code, stderr } = await run('scenario', 'run', 'first-dya')
    expect(code).toBe(1)
    expect(stderr).toContain('first-dya does not exist')
    expect(stderr).toContain('`inkling scenario list --shipped`')
  })

  test('init writes one that passes, its schema and a workflow, and overwrites nothing', async () => {
    const place = join(folder, 'team')
    const initialised = await run('scenario', 'init', place)
    expect(initialised).toMatchObject({ code: 0, stderr: '' })
    const scenario = await readFile(join(place, 'scenarios/first-turns.yaml'), 'utf8')
    expect(scenario).toMatch(/^# yaml-language-server: \$schema=\.\/scenario\.schema\.json\n/)
    const workflow = await readFile(join(place, '.github/workflows/inkling.yml'), 'utf8')
    expect(workflow).toContain('npm ci')
    expect(workflow).toContain('--report junit=scenarios.xml')
    expect(await run('scenario', 'run', join(place, 'scenarios'))).toMatchObject({ code: 0 })
    await writeFile(join(place, 'notes.txt'), '')
    const inFile = await run('scenario', 'init', join(place, 'notes.txt'))
    expect(inFile).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^inkling: \S+notes\.txt cannot be written \(\w+: [^\n]+\n$/),
    })
    const again = await run('scenario', 'init', place)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('first-turns.yaml already') })
  })

  test('one that needs controls is refused on a server without controls', async () => {
    const { code, stderr } = await run('scenario', 'run', firstDay, '--target', strangerUrl, '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain(`this clock step needs controls, which ${strangerUrl} does not offer`)
  })

  test('are validated and listed', async () => {
    const short = join(folder, 'short.yaml')
    await writeFile(short, 'version: 1\nname: short\nsteps: [{ say: x }]\n')
    expect((await run('scenario', 'validate', short)).stdout).toBe(`${short}: 1 step, valid\n`)
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
      /^\d{4}-\d\d-\d\d \(America\/New_York\): \d games? created, \d completed\n$/,
    )
    expect((await onServer('game', 'today', '--device', deviceId)).stdout).toContain('you: pending')
    expect((await onServer('user', 'list', '-o', 'json')).stdout).toContain(id)
    expect((await onServer('history', 'show', '--device', deviceId)).stdout).toContain('in progress')
  })

  test('the clock and the faults', async () => {
    const address = 'http://localhost:4002'
    const clock = (...args: string[]) => run('clock', ...args, '--target', address)
    expect((await clock('freeze')).stdout).toBe('2026-03-07 23:40:00  frozen  (America/New_York)\n')
    expect((await clock('midnight')).stdout).toBe('2026-03-08 00:00:00  frozen  (America/New_York)\n')
    expect((await clock('advance', '6m')).stdout).toBe('2026-03-08 00:06:00  frozen  (America/New_York)\n')
    expect(await clock('advance', 'soon')).toMatchObject({ code: 1 })
    const fault = (...args: string[]) => run('fault', ...args, '--target', address)
    expect((await fault('new', '/api/auth/device', '--status', '503', '--times', '1')).stdout).toMatch(
      /any \/api\/auth\/device +1 time +status 503/,
    )
    const faulty = await run('user', 'new', '--target', address)
    expect(faulty).toMatchObject({ code: 3, stderr: expect.stringContaining('Injected fault') })
    expect(await fault('remove')).toMatchObject({ code: 0, stdout: 'no faults\n' })
    expect(await fault('new', '/api/game/today')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no effect'),
    })
  })
})

describe('errors are one sentence', () => {
  test.each<[args: string[], code: number, sentence: RegExp]>([
    [['bots', 'run', '--players', 'many'], 1, /Use a whole number from 1 to 50/],
    [['bots', 'run', '--personas', 'stedy'], 1, /there is no persona 'stedy'; did you mean 'steady'\?/],
    [['daily', 'trigger', '--target', 'stagng'], 1, /there is no target 'stagng': use a URL/],
    [
      ['daily', 'trigger', '--target', 'http://127.0.0.1:9'],
      3,
      /no server responds at .* start a server with `inkling serve`, or name another one with --target\.$/m,
    ],
    [
      ['conform', '--target', 'http://127.0.0.1:9'],
      3,
      /no server responds at .*, or name another one with --target, such as in-process\.$/m,
    ],
    [['scenario', 'run', 'x.yaml', '--report', 'pdf=x'], 1, /where kind is one of json, junit/],
    [['serve', '--memory', '--data', 'x'], 1, /cannot be combined/],
    [['load', 'none.yaml'], 1, /^inkling: none.yaml: there is no such file: correct its name\./],
    [['load', 'compare', 'none', 'x'], 1, /: there is no such file: correct its name\./],
    [
      ['serve', '--data', `${firstDay}/data`, '--port', '0'],
      3,
      /data folder .* cannot be created: .* --data/,
    ],
  ])('%j', async (args, code, sentence) => {
    const ended = await run(...args)
    expect(ended.stderr).toMatch(sentence)
    expect(lines(ended.stderr)).toHaveLength(1)
    expect(ended).toMatchObject({ code, stdout: '' })
  })
})

test('targets are added, used, listed, shown without keys, and removed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'inkling-targets-'))
  const at = (...words: string[]) => runWords(words, { XDG_CONFIG_HOME: home })
  expect((await at('target', 'new', 'local', 'http://localhost:4003', '--admin-key', 'hush-hush')).code).toBe(
    0,
  )
  expect((await at('target', 'use', 'local')).code).toBe(0)
  expect((await at('daily', 'trigger')).code).toBe(0)
  const listed = await at('target', 'list')
  expect(listed.stdout).toContain('local')
  const shown = await at('target', 'show', '-o', 'json')
  expect(`${listed.stdout}${shown.stdout}`).not.toContain('hush-hush')
  const misspelt = await at('daily', 'trigger', '-t', 'locla')
  expect(misspelt.stderr).toBe("inkling: there is no target 'locla': did you mean 'local'?\n")
  expect((await at('target', 'remove', 'local')).code).toBe(0)
  expect((await at('target', 'remove', 'local')).code).toBe(1)
  await rm(home, { recursive: true })
})

test('the real binary serves, its commands find the admin key, and a port in use is reported', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-cli-'))
  const server = start(['serve', '--memory', '--port', '0'], { cwd })
  const url = (await server.firstLine).split(' ').at(-1) ?? ''
  const [triggered, busy] = await Promise.all([
    inkling(['daily', 'trigger', '--target', url], { cwd }),
    inkling(['serve', '--memory', '--port', new URL(url).port], { cwd }),
  ])
  expect(triggered).toMatchObject({ code: 0 })
  expect(busy).toMatchObject({
    code: 3,
    stderr: `inkling: Port ${new URL(url).port} is in use. Stop the program that listens on it, or choose another port with --port.\n`,
  })
  server.process.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('Stopped by SIGINT') })
  await rm(cwd, { recursive: true, force: true })
})
