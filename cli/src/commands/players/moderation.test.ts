import type { ReportedThing } from '@inkling/mock-server/contract/schemas/moderation'
import { expect, test } from 'vitest'
import { painter } from '../../output/style.ts'
import { newcomer, newPlayer, reportedNames } from '../../players.fixture.ts'
import { programFixture, recordedServer } from '../../program.fixture.ts'
import { queueText } from './moderation-text.ts'

const server = recordedServer({ seed: 'moderation' })
const { run } = programFixture({ 'localhost:4000': server })

const moderation = (...words: string[]) => run(['moderation', ...words, '--target', 'http://localhost:4000'])

test('a reported name is found in the queue, hidden with its other reports, and logged', async () => {
  expect((await moderation('queue')).stdout).toBe('Nothing is reported.\n')
  const [otto, mina] = [await newcomer(server, 'Otto'), await newcomer(server, 'Mina')]
  const report = (kind: 'name' | 'avatar') =>
    mina.player.report({
      body: { gameId: otto.gameId, kind, userId: otto.id, reason: 'hurtful', note: 'not nice' },
    })
  const { reportId } = await report('name')
  await report('avatar')

  const queue = await moderation('queue', '--reason', 'hurtful')
  expect(queue.stdout).toMatch(new RegExp(`^${reportId} .* name +Otto +Otto +1 +hurtful *$`, 'm'))
  expect(queue.stdout).toContain('2 reports to decide')
  expect((await moderation('show', reportId)).stdout).toContain('not nice')
  const warned = await moderation('warn', reportId, '--everything', '--note', 'Be kind')
  expect(warned.stdout).toMatch(/^warned, 2 things hidden/)
  const again = await moderation('warn', reportId)
  expect(again).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      new RegExp(
        `Already decided by .+ at 2026-03-07 12:\\d\\d: warn.* Here \`--if-version 1\` decides again, and \`inkling moderation reopen ${reportId}\` lets the report wait again\\.\\n$`,
      ),
    ),
  })
  const today = await mina.player.getToday()
  expect(today.participants.find(({ userId }) => userId === otto.id)).toMatchObject({
    username: 'Player',
    avatar: null,
    hidden: 'all',
  })
  expect((await moderation('queue')).stdout).toBe('Nothing is reported.\n')
  expect((await moderation('log')).stdout).toMatch(/ warn +Otto +[\w-]{22} +2 +Be kind/)
  expect((await moderation('find', 'ott')).stdout).toContain(otto.id)
  expect((await moderation('find', 'ott')).stdout).not.toContain('The list ends')
  expect((await moderation('find', 'ott', '--limit', '1')).stdout).toMatch(
    /\n\nThe list ends at 1: --limit, /,
  )
  expect((await moderation('player', otto.id)).stdout).toContain('Reports of things of this player')

  const suspended = await moderation('suspend', '--player', otto.id, '--days', '3', '-o', 'json')
  expect(JSON.parse(suspended.stdout)).toMatchObject({ action: 'suspend', until: '2026-03-10T17:00:00.000Z' })
  await expect(otto.player.startTurn()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await moderation('lift', '--player', otto.id)).stdout).toMatch(/^may play again {2}/)
  expect(await moderation('lift', '--player', otto.id)).toMatchObject({
    code: 3,
    stderr: 'inkling: Otto is not suspended: nothing was done.\n',
  })
  await otto.player.startTurn()

  await moderation('suspend', reportId, '--days', '3', '--if-version', '1')
  expect((await moderation('reopen', reportId)).stdout).toMatch(
    new RegExp(
      `^1 report opened again .*\nOtto is still suspended until 2026-03-10 \\d\\d:\\d\\d: \`inkling moderation lift --player ${otto.id}\` ends it\\n$`,
    ),
  )
  await moderation('lift', '--player', otto.id)
  await moderation('dismiss', reportId)
  expect((await moderation('reopen', reportId)).stdout).toMatch(/^1 report opened again .*\n$/)
  await moderation('dismiss', reportId)
})

test('a name and avatar that nobody has reported are hidden and shown again by the player', async () => {
  const [vera, wim] = [await newPlayer(server, 'Vera'), await newPlayer(server, 'Wim')]
  const { id, code } = await vera.player.createGroup({ body: { name: 'Herons' } })
  await wim.player.joinGroup({ body: { code } })
  const seen = async () => {
    const { members } = await wim.player.getGroup({ params: { id } })
    return members.find(({ userId }) => userId === vera.id)?.username
  }
  const hidden = await moderation('hide', '--player', vera.id, '--note', 'an insult')
  expect(hidden).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 thing hidden {2}/) })
  expect(await seen()).toBe('Player')
  expect((await moderation('player', vera.id)).stdout).toContain('an insult')
  const shown = () => run(['user', 'show', vera.id, '--target', 'http://localhost:4000'])
  await moderation('suspend', '--player', vera.id, '--days', '3', '--note', 'links')
  expect((await shown()).stdout).toMatch(/^suspension +suspended until 2026-03-10 13:00: links$/m)
  await moderation('lift', '--player', vera.id)
  expect(await moderation('restore', '--player', vera.id)).toMatchObject({ code: 0 })
  expect(await seen()).toBe('Vera')
})

test('a reported group name is shown without a game, and hidden', async () => {
  const [{ player: host }, { player: member }] = [
    await newPlayer(server, 'Hana'),
    await newPlayer(server, 'Mel'),
  ]
  const group = await host.createGroup({ body: { name: 'Grim Owls' } })
  await member.joinGroup({ body: { code: group.code } })
  const { reportId } = await member.report({
    body: { groupId: group.id, kind: 'group-name', reason: 'hurtful' },
  })
  expect((await moderation('queue')).stdout).toMatch(
    new RegExp(`^${reportId} .* group-name +Grim Owls +Hana +Grim Owls +1 +hurtful *$`, 'm'),
  )
  const { stdout } = await moderation('show', reportId)
  expect(stdout).toContain(`group ${group.id}`)
  expect(stdout).toContain('it says: Grim Owls')
  expect((await moderation('hide', reportId)).stdout).toMatch(/^1 thing hidden/)
  expect((await member.getGroup({ params: { id: group.id } })).name).toBe('Group')
})

test('several reports are decided by one command, and one that is decided does not stop the others', async () => {
  const ids = (await reportedNames(server, ['Abel', 'Bela', 'Cleo'])).map(({ reportId }) => reportId)
  const [first = '', ...others] = ids
  const env = { INKLING_ADMIN_NAME: 'Olga' }
  const on = (...words: string[]) => run(['moderation', ...words, '--target', 'http://localhost:4000'], env)
  expect(await on('dismiss', first)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 report dismissed/),
  })
  const { code, stdout } = await on('dismiss', ...ids)
  expect(code).toBe(3)
  for (const id of others) expect(stdout).toMatch(new RegExp(`^${id}: 1 report dismissed {2}`, 'm'))
  expect(stdout).toMatch(
    new RegExp(
      `^${first}: Already decided by Olga at .* version, which is 1\\. For this report alone, \`--if-version 1\` decides again, and \`inkling moderation reopen ${first}\` lets the report wait again\\.$`,
      'm',
    ),
  )
  expect((await on('dismiss', first, 'A'.repeat(22))).stdout).toContain(
    'There is no such report. Ids are listed by `inkling moderation queue`.',
  )
  expect((await on('show', first)).stdout).toMatch(/^dismissed by Olga at .*; --if-version 1 decides again$/m)
  expect(await on('hide', first, '--if-version', '0')).toMatchObject({ code: 3 })
  expect(await on('hide', first, '--if-version', '1')).toMatchObject({ code: 0 })
  expect(await on('hide', ...ids, '--if-version', '1')).toMatchObject({ code: 1 })
  await on('reopen', ...others)
  expect((await on('queue')).stdout).toContain('2 reports to decide')
})

test.each([
  ['newest', 'latest', '11:20'],
  ['oldest', 'first', '09:00'],
  ['most-reported', 'latest', '11:20'],
] as const)('the queue ordered by %s shows the time of the %s report', (order, which, time) => {
  const thing: ReportedThing = {
    reportId: 'report',
    gameId: null,
    kind: 'name',
    stepIndex: null,
    author: { userId: 'otto', username: 'Otto', avatar: null },
    groupId: null,
    groupName: null,
    state: 'open',
    version: 0,
    decided: null,
    hidden: true,
    text: 'Otto',
    firstAt: '2026-03-07T14:00:00.000Z',
    lastAt: '2026-03-07T16:20:00.000Z',
    reporters: 2,
    reports: [],
  }
  const queue = { reports: [thing], open: 1, oldestSeconds: 60, next: null }
  const page = { paint: painter(false), colors: 0, width: 200, zone: 'America/New_York' }
  const lines = queueText(queue, page, order).split('\n')
  expect(lines[0]).toMatch(new RegExp(`^report +${which} \\(.* state *$`))
  expect(lines[1]).toMatch(new RegExp(`2026-03-07 ${time} .* hidden *$`))
})

test.each([
  [['hide'], 'one report, one player, or one step. Reports are listed by `inkling moderation queue`.'],
  [['hide', '--game', 'a'], 'name a step by both --game and --step.'],
  [['reopen', '--player', 'a'], "unknown option '--player'"],
  [['warn', 'a', '--player', 'b'], 'say what the decision is about'],
  [['suspend', '--player', 'a'], "required option '--days <number>' not specified"],
  [['reopen', 'a', '--everything'], "unknown option '--everything'"],
])('%j is refused', async (words, message) => {
  const { code, stderr } = await moderation(...words)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})
