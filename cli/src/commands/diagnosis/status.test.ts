import { expect, test } from 'vitest'
import { newcomer } from '../../players.fixture.ts'
import { programFixture, recordedServer } from '../../program.fixture.ts'

const server = recordedServer({ seed: 'status' })
const { run } = programFixture({ 'localhost:4000': server })
const on = (...words: string[]) => run([...words, '--target', 'http://localhost:4000'])

test('`status` says what goes on, and which command shows or ends it', async () => {
  const quiet = await on('status')
  expect(quiet.stdout.split('\n').map((line) => line.trimEnd())).toEqual([
    '   what           now',
    expect.stringMatching(
      /^! {2}time +2026-03-07 12:00:00 \(New York\), frozen: `inkling clock resume` returns/,
    ),
    '✓  reports        none to decide',
    '✓  turns          0 running',
    '✓  maintenance    off',
    '✓  announcements  none',
    '✓  faults         none',
    '✓  players        0 in 0 groups; 0 games',
    '',
  ])

  const [otto, mina] = [await newcomer(server, 'Otto'), await newcomer(server, 'Mina')]
  await otto.player.startTurn()
  await mina.player.report({
    body: { gameId: otto.gameId, kind: 'name', userId: otto.id, reason: 'hurtful' },
  })
  expect((await on('status')).stdout).toMatch(/^✓ {2}turns +1 running: `inkling game list --playing`$/m)
  await on('clock', 'advance', '2h')
  await on('announce', 'New words.', '--for', '1h', '--no-push')
  await on('fault', 'new', '/api/game/today', '--status', '500')
  await on('maintenance', 'on')

  expect((await on('moderation', 'queue')).stdout).toContain('1 report to decide, the oldest for 2h')

  const { stdout } = await on('status')
  expect(stdout).toMatch(
    /^! {2}reports +1 to decide, the oldest for 2h: `inkling moderation queue --order oldest`$/m,
  )
  expect(stdout).toMatch(
    /^! {2}turns +\d running: `inkling game list --playing`, 1 overdue: `inkling game list --overdue`$/m,
  )
  expect(stdout).toMatch(
    /^! {2}maintenance +players can only read since 2026-03-07 14:00: `inkling maintenance off` ends it$/m,
  )
  expect(stdout).toMatch(
    /^✓ {2}announcement +until 2026-03-07 15:00, `inkling announcement remove a\d+` ends it: New words\.$/m,
  )
  expect(stdout).toMatch(
    /^! {2}faults +one makes calls fail on purpose: `inkling fault remove` removes all$/m,
  )
  expect(stdout).toMatch(/^✓ {2}players +2 in 0 groups; 1 game$/m)
  expect(JSON.parse((await on('status', '-o', 'json')).stdout)).toMatchObject({
    reports: { open: 1, oldestAt: '2026-03-07T17:00:00.000Z' },
    turns: { overdue: 1 },
    faults: 1,
  })
})

test.each([
  ['group show Owls', 'group list --find Owls'],
  ['group remove-member Owls Otto', 'group list --find Owls` and `inkling user list --find Otto'],
  ['user show Otto', 'user list --find Otto'],
  ['game show Owls', 'game list'],
  ['game skip Owls --user Otto', 'game list` and `inkling user list --find Otto'],
  ['stage Otto', 'user list --find Otto'],
  ['moderation player Otto', 'moderation find Otto'],
  ['moderation suspend --player Otto --days 3', 'moderation find Otto'],
  ['moderation show Otto', 'moderation queue'],
  ['announcement remove zz', 'announcement list'],
])('`%s` with a name in place of an id says where to find ids', async (line, command) => {
  const { code, stderr } = await on(...line.split(' '))
  expect(code).toBe(3)
  expect(stderr).toMatch(/^inkling: the server refused: .*\./)
  expect(stderr).toContain(` Ids are listed by \`inkling ${command}\`.\n`)
})

test('a list that is empty for a name in place of an id says where to find ids', async () => {
  expect((await on('user', 'list', '--group', 'Owls')).stdout).toBe(
    'No player matches. Ids are listed by `inkling group list --find Owls`.\n',
  )
  expect((await on('moderation', 'queue', '--player', 'Zora')).stdout).toBe(
    '1 open report, none of them here. Ids are listed by `inkling moderation find Zora`.\n',
  )
})

test('a turn that is not running is refused with the command that lists those that are', async () => {
  const { stdout } = await on('game', 'list', '-o', 'json')
  const [{ id }] = JSON.parse(stdout)
  await on('game', 'skip', id)
  const { code, stderr } = await on('game', 'free', id)
  expect(code).toBe(3)
  expect(stderr).toContain(' Running turns are listed by `inkling game list --playing`.\n')
})

test('a refused name is not taken for a wrong id', async () => {
  const { stdout } = await on('user', 'list', '--find', 'Otto', '-o', 'json')
  const [{ id }] = JSON.parse(stdout)
  const { stderr } = await on('user', 'rename', id, 'no?!')
  expect(stderr).not.toContain('Ids are listed')
})
