import { expect, test } from 'vitest'
import { moveTo, newServer, playerOf, type Reached } from '../../server/compose/friends.fixture.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

/** How browsers that say what they are reach a server. */
const as = ({ fetch }: Reached, userAgent: string | null): Reached => ({
  fetch: (url, { headers, ...init } = {}) =>
    fetch(url, { ...init, headers: { ...headers, ...(userAgent !== null && { 'user-agent': userAgent }) } }),
})

test('devices have the names of what they were when they became those of the player', async () => {
  const server = newServer()
  const phone = await playerOf(as(server, IPHONE), 'phone')
  server.clock.advance(1000)
  const laptop = await moveTo(as(server, FIREFOX), phone, 'laptop')
  server.clock.advance(1000)
  await moveTo(as(server, null), phone, 'program')
  // Another browser later does not change it.
  await playerOf(as(server, FIREFOX), 'phone')
  const { devices } = await laptop.getDevices()
  expect(devices.map(({ name }) => name)).toEqual(['iPhone, Safari', 'Linux, Firefox', undefined])
  expect((await laptop.exportAccount()).devices).toMatchObject([
    { name: 'iPhone, Safari' },
    { name: 'Linux, Firefox' },
    { id: devices[2]?.id },
  ])
})

test('a name goes with its device', async () => {
  const server = newServer()
  const phone = await playerOf(as(server, IPHONE), 'phone')
  server.clock.advance(1000)
  const laptop = await moveTo(as(server, FIREFOX), phone, 'laptop')
  server.clock.advance(24 * 60 * 60_000)
  const [first] = (await laptop.getDevices()).devices
  expect((await laptop.removeDevice({ params: { id: first?.id ?? '' } })).devices).toMatchObject([
    { current: true, name: 'Linux, Firefox' },
  ])
  server.clock.advance(1000)
  // Without a name, it has not that of the device before.
  await moveTo(as(server, null), laptop, 'phone')
  const { devices } = await laptop.getDevices()
  expect(devices.map(({ name }) => name)).toEqual(['Linux, Firefox', undefined])
})
