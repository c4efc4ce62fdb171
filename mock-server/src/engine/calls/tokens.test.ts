import { jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { plus } from '../../core/rules/time/instant.ts'
import { webCodecs } from '../../server/platform/web-codecs.ts'
import { Tokens } from './tokens.ts'

const NOW = '2026-03-07T17:00:00.000Z'
const DAY = 86_400_000
const SECRET = 'a secret of the server'
const tokens = new Tokens(webCodecs, [SECRET])
const key = new TextEncoder().encode(SECRET)

test('a token is a standard JWT', async () => {
  const { payload, protectedHeader } = await jwtVerify(tokens.issue('ann', 'phone', NOW), key, {
    currentDate: new Date(NOW),
  })
  expect(protectedHeader.alg).toBe('HS256')
  expect(payload).toMatchObject({ sub: 'ann', exp: (payload.iat ?? 0) + 30 * 86_400 })
})

test('a token stays valid when a newer secret is added, until its own secret is removed', () => {
  const token = tokens.issue('ann', 'phone', NOW)
  const after = new Tokens(webCodecs, ['a newer secret', SECRET])
  expect(after.read(token, NOW)?.userId).toBe('ann')
  expect(tokens.read(after.issue('ann', 'phone', NOW), NOW)).toBeNull()
  expect(new Tokens(webCodecs, ['a newer secret']).read(token, NOW)).toBeNull()
})

test('a token that was accepted before is refused once its secret is removed', () => {
  const server = new Tokens(webCodecs, [SECRET])
  const token = server.issue('ann', 'phone', NOW)
  expect(server.read(token, NOW)?.userId).toBe('ann')
  server.useSecrets(['a newer secret', SECRET])
  expect(server.read(token, NOW)?.userId).toBe('ann')
  server.useSecrets(['a newer secret'])
  expect(server.read(token, NOW)).toBeNull()
})

test('a token contains the user id and is valid for 30 days', () => {
  const token = tokens.issue('ann', 'phone', NOW)
  expect(tokens.read(token, NOW)).toEqual({ userId: 'ann', device: 'phone', daysLeft: 30 })
  expect(tokens.read(token, plus(NOW, 23.5 * DAY))?.daysLeft).toBe(6.5)
  expect(tokens.read(token, plus(NOW, 30 * DAY - 1))?.daysLeft).toBeGreaterThan(0)
  expect(tokens.read(token, plus(NOW, 30 * DAY))).toBeNull()
})

test('a token that is forged, altered, of no device or signed with another algorithm is refused', async () => {
  const token = tokens.issue('ann', 'phone', NOW)
  const [header, payload, signature] = token.split('.')
  const of = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const forged = [
    new Tokens(webCodecs, ['another secret']).issue('ann', 'phone', NOW),
    `${header}.${of({ sub: 'ben', exp: 9e9 })}.${signature}`,
    `${of({ alg: 'none' })}.${payload}.`,
    `${of({ alg: 'none' })}.${payload}`,
    await new SignJWT({ sub: 'ann', exp: 9e9 }).setProtectedHeader({ alg: 'HS384' }).sign(key),
    `${header}.${payload}`,
    // Nobody could sign it out.
    await new SignJWT({ sub: 'ann', exp: 9e9 }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
    `${token}.more`,
    `${token}x`,
    '',
    '...',
    'hello',
  ]
  for (const each of forged) expect(tokens.read(each, NOW)).toBeNull()
})
