import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { startServer } from '@inkling/mock-server/server'
import type { Command } from 'commander'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { start } from './binary.fixture.ts'
import { programFixture, recordedServer } from './program.fixture.ts'
import { createProgram } from './program.ts'
import { OPERATIONS, type OperationName } from './safety/operations.ts'

/* No command changes a server with --read-only or --dry-run. */

const ID = 'A'.repeat(22)
const DEVICE = 'device_of_every_command'
const URL_OF_TARGET = 'http://localhost:4000'

/** Commands that change their target, with valid arguments. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  'admin-key rotate': ['--to', 'new-key'],
  announce: ['New words from Monday.'],
  'announcement remove': ['a1'],
  'bots run': ['--players', '2'],
  'clock advance': ['6m'],
  'clock freeze': [],
  'clock midnight': [],
  'clock resume': [],
  'clock set': ['2026-03-07T23:40:00-05:00'],
  conform: ['--write'],
  'daily trigger': [],
  'fault new': ['/api/game/today', '--status', '503'],
  'fault remove': [],
  'game complete': ['--device', DEVICE],
  'game free': [ID],
  'game mock': [ID],
  'game skip': [ID],
  'group join': ['ABC234', '--device', DEVICE],
  'group new': ['Owls', '--device', DEVICE],
  'group remove': [ID],
  'group remove-member': [ID, ID],
  'group rename': [ID, 'Owls'],
  'history regenerate': [ID],
  'load run': ['--profile', 'steady', '--max-calls', '100', '--max-duration', '15m'],
  'maintenance off': [],
  'maintenance on': ['--message', 'Back at three.'],
  'moderation ban': ['--player', ID],
  'moderation dismiss': [ID],
  'moderation hide': [ID],
  'moderation lift': ['--player', ID],
  'moderation reopen': [ID],
  'moderation restore': ['--game', ID, '--step', '1'],
  'moderation suspend': ['--player', ID, '--days', '7'],
  'moderation warn': [ID],
  'scenario diff': ['small.yaml', URL_OF_TARGET, 'in-process'],
  'scenario run': ['small.yaml'],
  check: ['--actions', '20', '--skip', 'conform,scenarios,burst'],
  explore: ['--actions', '20'],
  simulate: ['--groups', '1', '--players', '2', '--days', '1'],
  stage: [ID, '--game-status', 'active'],
  'user new': ['--name', 'Mina'],
  'user rename': [ID, 'Mina'],
  'world import': ['world.json'],
  'world restore': ['saved'],
  'world reset': [],
}

/** Commands that only read, but sign a player in first, which would create an unknown player. */
const SIGNING_IN: Readonly<Record<string, readonly string[]>> = {
  'game today': ['--device', DEVICE],
  'group show': ['--device', DEVICE],
  'history show': ['--device', DEVICE],
  'user show': ['--device', DEVICE],
}

/** Forwards the calls of its clients, so it has a test of its own. */
const PROXY = ['scenario record']

/** Later calls depend on earlier responses, so a dry run cannot print them. */
const NO_DRY_RUN = [
  'bots run',
  'check',
  'conform',
  'explore',
  'load run',
  'scenario diff',
  'scenario run',
  'simulate',
]

const server = recordedServer({ seed: 'every' })
const production = recordedServer({ seed: 'production', isProtected: true })
const { run, folder, state } = programFixture({ 'localhost:4000': server, 'game.example': production })

beforeAll(async () => {
  await writeFile(
    join(folder, 'small.yaml'),
    'version: 1\nname: small\nbots: { ann: {} }\nsteps:\n  - { bot: ann, do: profile }\n',
  )
  await writeFile(join(folder, 'reset.yaml'), 'version: 1\nname: reset\nsteps:\n  - { world: reset }\n')
  const world = '{"format":"inkling-world","version":1}'
  await writeFile(join(folder, 'world.json'), world)
  await mkdir(join(state, 'worlds'), { recursive: true })
  await writeFile(join(state, 'worlds/saved.json'), world)
})

beforeEach(() => server.forget())

/** The path of each command that has an action. */
function leavesOf(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')]
  return command.commands.flatMap((inner) => leavesOf(inner, [...path, inner.name()]))
}

/** Runs a command on another server than that of the table. */
const onHost = (host: string, name: string, args: readonly string[], ...more: string[]) => {
  const target = `http://${host}`
  const own = (arg: string) => (/\.(yaml|json)$/.test(arg) ? join(folder, arg) : arg)
  const words = args.map((arg) => (arg === URL_OF_TARGET ? target : own(arg)))
  return run([...name.split(' '), ...words, ...more, '--target', target])
}
const on = (name: string, args: readonly string[], ...more: string[]) =>
  onHost('localhost:4000', name, args, ...more)

test('the table of operations has every command, and each one that writes is tested here', () => {
  const leaves = leavesOf(createProgram())
  expect(
    Object.keys(OPERATIONS)
      .filter((name) => !name.includes('--'))
      .sort(),
  ).toEqual(leaves.sort())
  const changing = leaves.filter(
    (name) => !['stays-here', 'reads', 'changes-here'].includes(OPERATIONS[name as OperationName].effect),
  )
  const tested = Object.keys(CHANGING).filter((name) => name !== 'conform')
  expect(changing.sort()).toEqual([...tested, ...PROXY].sort())
})

describe.each(Object.entries({ ...CHANGING, ...SIGNING_IN }))('%s', (name, args) => {
  test('with --read-only is refused, and no changing call is sent', async () => {
    const { code, stderr } = await on(name, args, '--read-only')
    expect(server.changes()).toEqual([])
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('--read-only') })
  })

  test('with --dry-run prints a call as curl, and sends nothing', async () => {
    const { code, stdout, stderr } = await on(name, args, '--dry-run')
    expect(server.calls).toEqual([])
    if (NO_DRY_RUN.includes(name)) {
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('not known in advance') })
      return
    }
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^curl .*\n/) })
    expect(stderr).toBe(
      stdout.includes('/api/auth/device')
        ? 'The calls after the sign-in are not printed: they need the token in its response.\n'
        : '',
    )
  })
})

const asksForName = ([name]: readonly [string, readonly string[]]) =>
  ['changes-day', 'destroys'].includes(OPERATIONS[name as OperationName].effect)

test.each([...Object.entries(CHANGING).filter(asksForName), ['scenario run', ['reset.yaml']] as const])(
  '%s %j on a protected server needs its name: --yes alone is refused, and no changing call is sent',
  async (name, args) => {
    const { code, stderr } = await onHost('game.example', name, args, '--yes')
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('--yes=game.example') })
    expect(production.changes()).toEqual([])
  },
)

const CHANGING_HERE: Readonly<Record<string, readonly string[]>> = {
  'scenario init': ['here'],
  serve: ['--port', '0'],
  'target new': ['staging', 'http://localhost:4001'],
  'target remove': ['staging'],
  'target use': ['staging'],
}

test('each command that changes this machine is tested here', () => {
  const changing = Object.entries(OPERATIONS).filter(([, { effect }]) => effect === 'changes-here')
  expect(Object.keys(CHANGING_HERE)).toEqual(changing.map(([name]) => name))
})

test.each(Object.entries(CHANGING_HERE))('%s refuses --dry-run, and changes nothing', async (name, args) => {
  const before = await readdir(folder, { recursive: true })
  const { code, stderr } = await run([...name.split(' '), ...args, '--dry-run'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `inkling: --dry-run prints calls to a server, and \`${name}\` changes only this machine: leave --dry-run out.\n`,
  })
  expect(await readdir(folder, { recursive: true })).toEqual(before)
})

test('a recording refuses --dry-run', async () => {
  const { code, stderr } = await on('scenario record', ['read.yaml'], '--port', '0', '--dry-run')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('not known in advance') })
})

test('with --read-only a recording forwards no changing call', async () => {
  const served = await startServer({ port: 0, data: null })
  const args = ['scenario', 'record', 'read.yaml', '--port', '0', '--read-only', '--target', served.url]
  const recording = start(args, { cwd: folder })
  const url = (await recording.firstLine).split(' ').at(-1) ?? ''
  const refused = await fetch(`${url}/api/auth/device`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId: DEVICE }),
  })
  expect(await refused.text()).toContain('--read-only refuses POST')
  const admin = clientOf({ baseUrl: served.url, fetch, adminKey: served.adminKey ?? '' })
  expect((await admin.getControlStatus()).counts.users).toBe(0)
  recording.process.kill('SIGTERM')
  await recording.ended
  await served.close()
})

test('without these options the same commands reach the server', async () => {
  expect((await on('user new', ['--name', 'Mina'])).code).toBe(0)
  expect((await on('daily trigger', [])).code).toBe(0)
  expect(server.changes()).toEqual(
    expect.arrayContaining(['POST /api/auth/device', 'POST /api/admin/trigger-daily-games']),
  )
})
