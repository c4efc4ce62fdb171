import { expect, test } from 'vitest'
import { type Client, createClient } from '../../core/contract/client/client.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer } from '../../server/compose/in-process-server.ts'

const DAY = 24 * 3600_000

async function groupOfTwo() {
  const server = createInProcessServer({ seed: 'together', clock: '2026-03-02T12:00:00-05:00' })
  const signedIn = async (name: string): Promise<Client> => {
    let token: string | null = null
    const client = createClient({ baseUrl: 'http://in-process', fetch: server.fetch, token: () => token })
    token = (await client.signInDevice({ body: { deviceId: `device_${name}_0123456789` } })).token
    return client
  }
  const [ann, ben] = [await signedIn('ann'), await signedIn('ben')]
  const { id, code } = await ann.createGroup({ body: { name: 'Owls' } })
  await ben.joinGroup({ body: { code } })
  await ann.jumpIn()
  return {
    server,
    ann,
    ben,
    /** As the group and as today's game show it. */
    async days() {
      const { daysTogether } = await ann.getGroup({ params: { id } })
      expect((await ben.getToday()).group?.daysTogether).toBe(daysTogether)
      return daysTogether
    },
  }
}

async function draw(player: Client): Promise<void> {
  await player.startTurn()
  await player.submitTurn({ body: { content: { drawing: picture(40) }, timeSpent: 5 } })
}

async function guess(player: Client): Promise<void> {
  await player.startTurn()
  await player.submitGuess({ body: { guess: 'teapot' } })
  await player.submitTurn({ body: { content: { guess: 'teapot' }, timeSpent: 5 } })
}

test('a group counts the days in a row on which everybody came', async () => {
  const { server, ann, ben, days } = await groupOfTwo()
  expect(await days()).toBe(0)
  for (let day = 0; day < 3; day++) {
    expect(await days()).toBe(day)
    await draw(ann)
    expect(await days()).toBe(day)
    await guess(ben)
    expect(await days()).toBe(day + 1)
    server.clock.advance(DAY)
  }
  // Ben does not come on the fourth day.
  expect(await days()).toBe(3)
  await draw(ann)
  expect(await days()).toBe(3)
  server.clock.advance(DAY)
  expect(await days()).toBe(0)
})

test('a server that was off for some days ends no row', async () => {
  const { server, ann, ben, days } = await groupOfTwo()
  await draw(ann)
  await guess(ben)
  server.clock.advance(5 * DAY)
  expect(await days()).toBe(1)
  await draw(ben)
  await guess(ann)
  expect(await days()).toBe(2)
})

test('a turn that is submitted shortly after midnight counts for its day', async () => {
  const { server, ann, ben, days } = await groupOfTwo()
  await draw(ann)
  server.clock.set('2026-03-02T23:59:00-05:00')
  await ben.startTurn()
  await ben.submitGuess({ body: { guess: 'teapot' } })
  server.clock.set('2026-03-03T00:00:05-05:00')
  expect(await days()).toBe(1)
  await ben.submitTurn({ body: { content: { guess: 'teapot' }, timeSpent: 55 } })
  expect(await days()).toBe(1)
})
