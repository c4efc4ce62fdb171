import { expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { createInProcessServer } from '../../server/compose/in-process-server.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'

/** Signs devices in and moves players to them, as browsers that say what they are. */
function newServer() {
  const server = createInProcessServer({ seed: 'device names', clock: '2026-03-07T12:00:00-05:00' })
  const as = (userAgent: string | null, token: string | null = null) =>
    createClient({
      baseUrl: 'http://in-process',
      fetch: (url, { headers, ...init } = {}) =>
        server.fetch(url, {
          ...init,
          headers: { ...headers, ...(userAgent !== null && { 'user-agent': userAgent }) },
        }),
      token: () => token,
    })
  const body = (name: string) => ({ deviceId: `device_${name}_0123456789` })
  const signIn = async (name: string, userAgent: string | null) =>
    as(userAgent, (await as(userAgent).signInDevice({ body: body(name) })).token)
  const move = async (code: string, name: string, userAgent: string | null) =>
    as(userAgent, (await as(userAgent).moveHere({ body: { ...body(name), code } })).token)
  return { clock: server.clock, signIn, move }
}

test('devices have the names of what they were when they became those of the player', async () => {
  const { clock, signIn, move } = newServer()
  const phone = await signIn('phone', IPHONE)
  clock.advance(1000)
  const laptop = await move((await phone.createMoveCode()).code, 'laptop', FIREFOX)
  clock.advance(1000)
  await move((await phone.createMoveCode()).code, 'program', null)
  // Another browser later does not change it.
  await signIn('phone', FIREFOX)
  const { devices } = await laptop.getDevices()
  expect(devices.map(({ name }) => name)).toEqual(['iPhone, Safari', 'Linux, Firefox', undefined])
  expect((await laptop.exportAccount()).devices).toMatchObject([
    { name: 'iPhone, Safari' },
    { name: 'Linux, Firefox' },
    { id: devices[2]?.id },
  ])
})

test('a name goes with its device', async () => {
  const { clock, signIn, move } = newServer()
  const phone = await signIn('phone', IPHONE)
  clock.advance(1000)
  const laptop = await move((await phone.createMoveCode()).code, 'laptop', FIREFOX)
  clock.advance(24 * 60 * 60_000)
  const [first] = (await laptop.getDevices()).devices
  expect((await laptop.removeDevice({ params: { id: first?.id ?? '' } })).devices).toMatchObject([
    { current: true, name: 'Linux, Firefox' },
  ])
  clock.advance(1000)
  // Without a name, it has not that of the device before.
  await move((await laptop.createMoveCode()).code, 'phone', null)
  const { devices } = await laptop.getDevices()
  expect(devices.map(({ name }) => name)).toEqual(['Linux, Firefox', undefined])
})
