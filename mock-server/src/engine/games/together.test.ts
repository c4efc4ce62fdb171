import { expect, test } from 'vitest'
import { inOneGroup, newServer, signInAll } from '../../server/compose/friends.fixture.ts'

const DAY = 24 * 3600_000

async function groupOfTwo() {
  const server = newServer({ clock: '2026-03-02T12:00:00-05:00' })
  const [ann, ben] = await signInAll(server, ['Ann', 'Ben'])
  await inOneGroup([ann, ben])
  const id = (await ann.getProfile()).groupId ?? ''
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

test('a group counts the days in a row on which everybody came', async () => {
  const { server, ann, ben, days } = await groupOfTwo()
  expect(await days()).toBe(0)
  for (let day = 0; day < 3; day++) {
    expect(await days()).toBe(day)
    await ann.draw()
    expect(await days()).toBe(day)
    await ben.guess('teapot')
    expect(await days()).toBe(day + 1)
    server.clock.advance(DAY)
  }
  // Ben does not come on the fourth day.
  expect(await days()).toBe(3)
  await ann.draw()
  expect(await days()).toBe(3)
  server.clock.advance(DAY)
  expect(await days()).toBe(0)
})

test('a server that was off for some days ends no row', async () => {
  const { server, ann, ben, days } = await groupOfTwo()
  await ann.draw()
  await ben.guess('teapot')
  server.clock.advance(5 * DAY)
  expect(await days()).toBe(1)
  await ben.draw()
  await ann.guess('teapot')
  expect(await days()).toBe(2)
})

test('a turn that is submitted shortly after midnight counts for its day', async () => {
  const { server, ann, ben, days } = await groupOfTwo()
  await ann.draw()
  server.clock.set('2026-03-02T23:59:00-05:00')
  await ben.startTurn()
  await ben.submitGuess({ body: { guess: 'teapot' } })
  server.clock.set('2026-03-03T00:00:05-05:00')
  expect(await days()).toBe(1)
  await ben.submitTurn({ body: { content: { guess: 'teapot' }, timeSpent: 55 } })
  expect(await days()).toBe(1)
})
