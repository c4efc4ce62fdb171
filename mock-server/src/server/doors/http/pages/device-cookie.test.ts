import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../main.ts'

let server: RunningServer
let plain: RunningServer
beforeAll(async () => {
  server = await startServer({ port: 0, data: null, publicUrl: 'https://inkling.example' })
  plain = await startServer({ port: 0, data: null })
})
afterAll(() => Promise.all([server.close(), plain.close()]))

const cookieOf = async (
  headers: Record<string, string>,
  deviceId = 'device_1_of_a_cookie_test',
  { url } = server,
) => {
  const response = await fetch(`${url}/api/auth/device`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ deviceId }),
  })
  return response.headers.get('set-cookie')
}

test('a page of this origin gets its device id in a cookie that scripts can read', async () => {
  const cookie = await cookieOf({ 'sec-fetch-site': 'same-origin' })
  expect(cookie).toMatch(
    /^__Host-inkling_device=device_1_of_a_cookie_test; Max-Age=34560000; Path=\/; .*; Secure; SameSite=Strict$/,
  )
  expect(cookie).not.toMatch(/HttpOnly|Domain/)
})

test('other callers, refused calls and pages without TLS get no cookie', async () => {
  expect(await cookieOf({ 'sec-fetch-site': 'same-origin' }, 'device_1_of_a_cookie_test', plain)).toBeNull()
  expect(await cookieOf({})).toBeNull()
  expect(await cookieOf({ 'sec-fetch-site': 'cross-site' })).toBeNull()
  expect(await cookieOf({ 'sec-fetch-site': 'same-origin' }, '')).toBeNull()
})
