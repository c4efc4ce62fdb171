import { afterEach, expect, test, vi } from 'vitest'
import { printedConfig, serve } from './serve.ts'

afterEach(() => vi.unstubAllEnvs())

const memory = { memory: true, port: '0' }

async function bothRefuse(options: Parameters<typeof printedConfig>[0], sentence: string): Promise<void> {
  const refusal = await serve(options).catch((error) => error)
  expect(refusal.message).toContain(sentence)
  expect(() => printedConfig(options)).toThrow(refusal)
}

test.each([
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
  ['GRACE', 'soon', "GRACE 'soon' is not a duration"],
  ['WORKERS', '2', 'WORKERS needs a PostgreSQL database'],
  ['WORKERS', '0', "WORKERS '0' is not a number of processes"],
  ['NODE_ENV', 'prod', "NODE_ENV 'prod' is not an environment: use one of production, development, test"],
  ['HOUSE_PLAYER', 'yes', "HOUSE_PLAYER 'yes' is neither 1 nor 0"],
  ['RATE_LIMIT_LOOPBACK', 'true', 'RATE_LIMIT_LOOPBACK'],
  ['PUSH', 'yes', "PUSH 'yes' is neither 1 nor 0"],
  ['TLS_CERT', 'cert.pem', 'HTTPS needs both files'],
  ['PUBLIC_URL', 'inkling.example', 'PUBLIC_URL'],
  ['TRUST_PROXY', 'true', "TRUST_PROXY 'true' trusts every caller"],
  ['GAME_TIME_ZONE', 'Mars/Olympus', "GAME_TIME_ZONE 'Mars/Olympus' is not a time zone"],
  ['ADMIN_KEY', 'short', 'The admin key has 5 characters'],
  ['MODERATOR_KEY', 'short', 'The moderator key has 5 characters'],
  ['METRICS_KEY', 'short', 'The metrics key has 5 characters'],
  ['FCM_CREDENTIALS', '/not/there', 'FCM_CREDENTIALS: /not/there cannot be read'],
])('--print-config refuses %s=%s as serve does', async (name, value, sentence) => {
  vi.stubEnv(name, value)
  await bothRefuse(memory, sentence)
})

test.each([
  ['ADMIN_KEY', 'METRICS_KEY is the admin key'],
  ['MODERATOR_KEY', 'METRICS_KEY is the moderator key'],
])('--print-config refuses %s as METRICS_KEY as serve does', async (name, sentence) => {
  vi.stubEnv(name, 'open-sesame')
  vi.stubEnv('METRICS_KEY', 'open-sesame')
  await bothRefuse(memory, sentence)
})

test.each([
  [{ port: '99999' }, "--port '99999' is not a port"],
  [{ clock: 'yesterday' }, "'yesterday' is not a time"],
  [{ world: 'nowhere' }, "There is no world 'nowhere'"],
  [{ saveOnExit: true }, '--save-on-exit needs'],
])('--print-config refuses %j as serve does', async (options, sentence) => {
  await bothRefuse({ ...memory, ...options }, sentence)
})

test.each([
  ['DATABASE_URL', 'mysql://me@host/inkling', 'Correct DATABASE_URL.'],
  ['DATABASE_URL', 'postgres://me@host/inkling?schema=x', 'unknown parameter schema'],
])('--print-config refuses %s=%s as serve does', async (name, value, sentence) => {
  vi.stubEnv(name, value)
  await bothRefuse({ port: '0' }, sentence)
})

test('in production --print-config refuses the demo world as serve does, unless it is asked for', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const demo = { ...memory, world: 'demo' }
  await bothRefuse(demo, 'The demo world is not for production')
  expect(printedConfig({ ...demo, demo: true })).toContainEqual({
    variable: 'NODE_ENV',
    value: 'production',
    source: 'environment',
  })
})
