import { createClient } from '@inkling/mock-server/contract/client/client'
import { beforeAll, expect, test } from 'vitest'
import { newPlayer } from '../../players.fixture.ts'
import { programFixture, recordedServer } from '../../program.fixture.ts'

/* What an admin lists, finds and shows by id, without any player's device. */

const server = recordedServer({ seed: 'lists' })
const { run } = programFixture({ 'localhost:4000': server })

const on = (words: string) => run([...words.split(' '), '--target', 'http://localhost:4000'])
const listed = async (words: string): Promise<Record<string, string>[]> =>
  JSON.parse((await on(`${words} -o json`)).stdout)

beforeAll(async () => {
  for (const [username, name] of [
    ['Otto', 'Night Owls'],
    ['Lotte', 'Herons'],
    ['Mina', '=Owlets'],
  ] as const) {
    const { player } = await newPlayer(server, username)
    await player.createGroup({ body: { name } })
  }
  await createClient({ baseUrl: 'http://server', fetch: server.fetch }).triggerDailyGames()
})

test('players, groups and games are found by a part of a name, by group, by player and by status', async () => {
  expect((await listed('user list --find OTT')).map(({ username }) => username).sort()).toEqual([
    'Lotte',
    'Otto',
  ])
  const [herons] = await listed('group list --find heron')
  const [lotte] = await listed(`user list --group ${herons?.id}`)
  expect(lotte).toMatchObject({ username: 'Lotte' })
  const [game] = await listed(`game list --group ${herons?.id}`)
  expect(await listed(`game list --user ${lotte?.id} --status open`)).toEqual([game])
  expect(await listed('game list --status completed')).toEqual([])
  expect(await listed('game list --day 2026-03-06')).toEqual([])
})

test('a list is read in pages, and printed as CSV', async () => {
  const first = await on('group list --limit 2 --csv')
  const [heading, ...rows] = first.stdout.trimEnd().split('\n')
  expect(heading).toBe('group,code,members,host,group id,host id')
  expect(rows).toHaveLength(2)
  const after = rows[1]?.split(',')[4]
  expect(first.stderr).toBe(`more: --after ${after}\n`)
  const second = await on(`group list --limit 2 --csv --after ${after}`)
  expect(second.stderr).toBe('')
  const all = [...rows, ...second.stdout.trimEnd().split('\n').slice(1)]
  expect(all.map((row) => row.split(',')[0]).sort()).toEqual(["'=Owlets", 'Herons', 'Night Owls'])
  expect(await on('group list --csv -o json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--csv'),
  })
})

test('a player, their group, game and history are shown by id', async () => {
  const [otto] = await listed('user list --find Otto')
  server.forget()
  expect((await on(`user show ${otto?.id}`)).stdout).toMatch(/^username +Otto$/m)
  expect((await on(`group show ${otto?.groupId}`)).stdout).toContain('Night Owls')
  expect((await on(`game today ${otto?.id}`)).stdout).toContain('Otto')
  expect((await on(`history show ${otto?.id}`)).stdout).toContain('1 day')
  expect(server.changes()).toEqual([])
  expect(await on(`user show ${otto?.id} --device device_of_Otto_0123`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('either an id or a device'),
  })
  expect(await on('user show AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ code: 3 })
})

test('names, members, groups and stuck turns are put right by id', async () => {
  const [mina] = await listed('user list --find Mina')
  expect((await on(`user rename ${mina?.id} Nina`)).stdout).toMatch(/^username +Nina$/m)
  expect((await on(`group rename ${mina?.groupId} Cranes`)).stdout).toContain('Cranes')
  const [game] = await listed(`game list --user ${mina?.id}`)
  expect(await on(`game free ${game?.id}`)).toMatchObject({ code: 3 })
  expect((await on(`game skip ${game?.id} --user ${mina?.id}`)).stdout).toBe(
    `Nina is skipped in game ${game?.id}, which is completed\n`,
  )
  expect((await on(`group remove-member ${mina?.groupId} ${mina?.id}`)).code).toBe(0)
  expect(await listed('group list --find Cranes')).toEqual([])
  const [owls] = await listed('group list --find owls')
  expect((await on(`group remove ${owls?.id}`)).stdout).toBe(`the group ${owls?.id} is removed\n`)
  expect(await listed('user list --find Otto')).toMatchObject([{ groupId: null }])
})
