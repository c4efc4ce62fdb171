import { createClient } from '@inkling/mock-server/contract/client/client'
import { expect, test } from 'vitest'
import { programFixture, recordedServer } from './program.fixture.ts'

const server = recordedServer({ seed: 'moderation' })
const { run } = programFixture({ 'localhost:4000': server })

const moderation = (...words: string[]) => run(['moderation', ...words, '--target', 'http://localhost:4000'])

test('a reported name is found in the queue, hidden with its other reports, and logged', async () => {
  const client = (token: string | null) =>
    createClient({ baseUrl: 'http://localhost:4000', fetch: server.fetch, token: () => token })
  const join = async (username: string) => {
    const { token, user } = await client(null).signInDevice({
      body: { deviceId: `device_of_${username}_0123` },
    })
    const player = client(token)
    await player.updateProfile({ body: { username, avatar: '🦊' } })
    const { gameId } = await player.jumpIn()
    return { player, id: user.id, gameId: gameId ?? '' }
  }
  expect((await moderation('queue')).stdout).toBe('Nothing is reported.\n')
  const [otto, mina] = [await join('Otto'), await join('Mina')]
  const report = (kind: 'name' | 'avatar') =>
    mina.player.report({
      body: { gameId: otto.gameId, kind, userId: otto.id, reason: 'hurtful', note: 'not nice' },
    })
  const { reportId } = await report('name')
  await report('avatar')

  const queue = await moderation('queue', '--reason', 'hurtful')
  expect(queue.stdout).toMatch(new RegExp(`^${reportId} .* name +Otto +Otto +1 +hurtful$`, 'm'))
  expect(queue.stdout).toContain('2 things to decide')
  expect((await moderation('show', reportId)).stdout).toContain('not nice')
  const warned = await moderation('warn', '--report', reportId, '--everything', '--note', 'Be kind')
  expect(warned.stdout).toMatch(/^warn: 2 things decided/)
  const today = await mina.player.getToday()
  expect(today.participants.find(({ userId }) => userId === otto.id)).toMatchObject({
    username: 'Player',
    avatar: null,
    hidden: 'all',
  })
  expect((await moderation('queue')).stdout).toBe('Nothing is reported.\n')
  expect((await moderation('log')).stdout).toMatch(/ warn .* 2 +Be kind/)
  expect((await moderation('find', 'ott')).stdout).toContain(otto.id)
  expect((await moderation('player', otto.id)).stdout).toContain('Reports of things of this player')

  const suspended = await moderation('suspend', '--player', otto.id, '--days', '3', '-o', 'json')
  expect(JSON.parse(suspended.stdout)).toMatchObject({ action: 'suspend', until: '2026-03-10T17:00:00.000Z' })
  await expect(otto.player.startTurn()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await moderation('lift', '--player', otto.id)
  await otto.player.startTurn()
})

test('a reported group name is shown without a game, and hidden', async () => {
  const client = (token: string | null) =>
    createClient({ baseUrl: 'http://localhost:4000', fetch: server.fetch, token: () => token })
  const join = async (device: string) =>
    client((await client(null).signInDevice({ body: { deviceId: `${device}_of_owls_0123456789` } })).token)
  const [host, member] = [await join('device1'), await join('device2')]
  const group = await host.createGroup({ body: { name: 'Grim Owls' } })
  await member.joinGroup({ body: { code: group.code } })
  const { reportId } = await member.report({
    body: { groupId: group.id, kind: 'group-name', reason: 'hurtful' },
  })
  expect((await moderation('queue')).stdout).toMatch(
    new RegExp(`^${reportId} .* group-name +Grim Owls +Player\\d+ +1 +hurtful$`, 'm'),
  )
  const { stdout } = await moderation('show', reportId)
  expect(stdout).toContain(`group ${group.id}`)
  expect(stdout).toContain('it says: Grim Owls')
  expect((await moderation('hide', '--report', reportId)).stdout).toMatch(/^hide: 1 thing decided/)
  expect((await member.getGroup({ params: { id: group.id } })).name).toBe('Group')
})

test.each([
  [['hide'], 'say what the decision is about: one report, one player, or one step.'],
  [['hide', '--game', 'a'], 'name a step by both --game and --step.'],
  [['warn', '--report', 'a', '--player', 'b'], 'say what the decision is about'],
  [['suspend', '--player', 'a'], "required option '--days <number>' not specified"],
])('%j is refused', async (words, message) => {
  const { code, stderr } = await moderation(...words)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})
