import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { expect, onTestFinished, test } from 'vitest'
import { variablesOf } from './env-file.ts'
import { printable, readServeConfig, VARIABLES, variablesTable } from './serve-config.ts'

const deploy = new URL('../../../../mock-server/deploy/', import.meta.url)

function envFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.env'), text)
  return join(folder, 'a.env')
}

test('precedence is option, environment, file, default', () => {
  const file = envFile('PORT=1\nLISTEN_HOST=0.0.0.0\nLOG_LEVEL=info\nGAME_TIME_ZONE=Asia/Tokyo\n')
  const env = { PORT: '2', LISTEN_HOST: '::1', LOG_LEVEL: '' }
  const config = readServeConfig({ envFile: file, port: '3' }, env)
  expect(config.PORT).toEqual({ value: '3', source: '--port' })
  expect(config.LISTEN_HOST).toEqual({ value: '::1', source: 'environment' })
  expect(config.LOG_LEVEL).toEqual({ value: 'info', source: file })
  expect(config.GAME_TIME_ZONE).toEqual({ value: 'Asia/Tokyo', source: file })
  expect(config.DATA_DIR).toEqual({ value: '.inkling', source: 'default' })
})

test('there is exactly one storage location', () => {
  const DATABASE_URL = 'postgres://me@host/inkling'
  expect(readServeConfig({}, { DATABASE_URL }).DATA_DIR.value).toBeNull()
  expect(readServeConfig({ data: 'here' }, { DATABASE_URL }).DATABASE_URL.value).toBeNull()
  const memory = readServeConfig({ memory: true }, { DATABASE_URL, DATA_DIR: 'here' })
  expect([memory.DATA_DIR.value, memory.DATABASE_URL.value]).toEqual([null, null])
  expect(() => readServeConfig({ memory: true, store: DATABASE_URL }, {})).toThrow(
    '--memory and --store cannot be combined',
  )
  expect(() => readServeConfig({}, { DATABASE_URL, DATA_DIR: 'here' })).toThrow(
    'DATA_DIR and DATABASE_URL cannot be combined',
  )
})

test('secrets are masked', () => {
  const env = {
    ADMIN_KEY: 'open-sesame',
    DATABASE_URL: 'postgres://me:hush@host/inkling?password=hush&sslmode=require',
  }
  const rows = printable(readServeConfig({}, env))
  expect(rows.map(({ variable }) => variable)).toEqual([
    ...Object.keys(VARIABLES),
    'notifications in browsers',
    'notifications in the apps',
  ])
  expect(JSON.stringify(rows)).not.toMatch(/sesame|hush/)
  expect(rows.find(({ variable }) => variable === 'ADMIN_KEY')).toEqual({
    variable: 'ADMIN_KEY',
    value: '********',
    source: 'environment',
  })
  const { value } = rows.find(({ variable }) => variable === 'DATABASE_URL') ?? {}
  expect(value).toBe('postgres://me:********@host/inkling?password=********&sslmode=require')
})

test('the admin key comes from a file, and only from one place', () => {
  const file = envFile('open-sesame\n')
  const byFile = { ADMIN_KEY_FILE: file }
  expect(readServeConfig({}, byFile).ADMIN_KEY).toEqual({ value: 'open-sesame', source: 'ADMIN_KEY_FILE' })
  const byOption = readServeConfig({ adminKeyFile: file }, { ADMIN_KEY: 'another-key' })
  expect(byOption.ADMIN_KEY).toEqual({ value: 'open-sesame', source: '--admin-key-file' })
  const { ADMIN_KEY, ADMIN_KEY_FILE } = readServeConfig({ adminKey: 'another-key' }, byFile)
  expect([ADMIN_KEY.value, ADMIN_KEY_FILE.value]).toEqual(['another-key', null])
  expect(JSON.stringify(printable(readServeConfig({}, byFile)))).not.toContain('sesame')
  expect(() => readServeConfig({}, { ...byFile, ADMIN_KEY: 'another-key' })).toThrow(
    'ADMIN_KEY and ADMIN_KEY_FILE exclude each other',
  )
  expect(() => readServeConfig({ adminKey: 'a', adminKeyFile: file }, {})).toThrow(
    '--admin-key and --admin-key-file exclude each other',
  )
  expect(() => readServeConfig({}, { ADMIN_KEY_FILE: '/not/there' })).toThrow('/not/there: there is no such')
  expect(() => readServeConfig({}, { ADMIN_KEY_FILE: envFile('\n') })).toThrow('must contain one line')
})

test('the moderator key comes from a file too, and is masked', () => {
  const MODERATOR_KEY_FILE = envFile('open-wicket\n')
  const config = readServeConfig({ adminKey: 'open-sesame' }, { MODERATOR_KEY_FILE })
  expect(config.MODERATOR_KEY).toEqual({ value: 'open-wicket', source: 'MODERATOR_KEY_FILE' })
  expect(JSON.stringify(printable(config))).not.toMatch(/wicket|sesame/)
  expect(() => readServeConfig({}, { MODERATOR_KEY_FILE, MODERATOR_KEY: 'open-wicket' })).toThrow(
    'MODERATOR_KEY and MODERATOR_KEY_FILE exclude each other',
  )
})

test.each(['12/hush', '12?hush', '12#hush', '12/a?hush', 'a/hush', 'hu/sh@hush'])(
  'a URL is masked as a whole if its password %s is not percent-encoded',
  (password) => {
    const rows = printable(readServeConfig({}, { DATABASE_URL: `postgres://me:${password}@host/inkling` }))
    expect(rows.find(({ variable }) => variable === 'DATABASE_URL')?.value).toBe('********')
  },
)

test('a file with an unknown variable, and a missing file, are errors', () => {
  const file = envFile('PROT=4000\n')
  expect(() => readServeConfig({ envFile: file }, {})).toThrow(`${file}:1:1: unknown variable PROT`)
  expect(() => readServeConfig({ envFile: '/not/there' }, {})).toThrow('--env-file /not/there cannot be read')
})

test('OPERATIONS.md has the table of variables, and the example file is valid', () => {
  const page = readFileSync(new URL('../OPERATIONS.md', deploy), 'utf8')
  expect(page).toContain(variablesTable())
  const envFile = new URL('inkling.env', deploy).pathname
  expect(readServeConfig({ envFile }, {}).PORT).toEqual({ value: '4000', source: envFile })
})

test('Docker Compose sets known variables of the server, from values that its env file names', () => {
  const text = readFileSync(new URL('compose.yaml', deploy), 'utf8')
  const server = text.slice(0, text.indexOf('  database:\n'))
  const lines = [...server.matchAll(/^ {6}([A-Z_]+): ["']?([^"'\n]*)/gm)]
  const { PGPASSWORD, ...environment } = Object.fromEntries(lines.map(([, name, value]) => [name, value]))
  expect(PGPASSWORD).toBeDefined()
  expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(Object.keys(environment)))
  const { DATA_DIR, DATABASE_URL } = readServeConfig({}, { DATA_DIR: '/var/lib/inkling', ...environment })
  expect([DATA_DIR.value, DATABASE_URL.value]).toEqual([null, 'postgres://inkling@database/inkling'])
  const example = new URL('compose.env', deploy).pathname
  const named = variablesOf(readFileSync(example), example).map(({ name }) => name)
  const used = [...text.matchAll(/\$\{(\w+):[?-]/g)].map(([, name]) => name)
  expect(new Set(used)).toEqual(new Set(named))
})

test('the unit and the containers limit the memory of a server, with room beside its heap', () => {
  const unit = readFileSync(new URL('inkling.service', deploy), 'utf8')
  const [, limit] = /^MemoryMax=(\d+)G$/m.exec(unit) ?? []
  const [, heap] = /^Environment=NODE_OPTIONS=--max-old-space-size=(\d+)$/m.exec(unit) ?? []
  expect(Number(heap)).toBeGreaterThan(2000)
  expect(Number(limit) * 1024 - Number(heap)).toBeGreaterThan(500)
  expect(readFileSync(new URL('compose.yaml', deploy), 'utf8')).toMatch(/^ {4}mem_limit: 1g$/m)
})

test("Caddy's log has no header and no parameter with a credential", () => {
  const text = readFileSync(new URL('Caddyfile', deploy), 'utf8')
  for (const parameter of ['token', 'move']) expect(text).toContain(`replace ${parameter} REDACTED`)
  // Caddy itself leaves out Authorization, Cookie and Set-Cookie.
  const header = (name: string) => expect.stringMatching(new RegExp(`${name} delete`, 'i'))
  expect(text).toEqual(header(`request>headers>${HEADER.adminKey}`))
  expect(text).toEqual(header(`resp_headers>${HEADER.tokenRenewed}`))
})

test.each([
  [{}, ['off: set CONTACT', 'off: set FCM_CREDENTIALS']],
  [{ CONTACT: 'see the notice board' }, ['off: set CONTACT', 'off: set FCM_CREDENTIALS']],
  [{ CONTACT: 'ops@inkling.example' }, ['on', 'off: set FCM_CREDENTIALS']],
  [{ CONTACT: 'http://inkling.example', PUBLIC_URL: 'https://inkling.example' }, ['on', 'off:']],
  [
    { FCM_CREDENTIALS: '/not/there' },
    ['off: set CONTACT', 'off: FCM_CREDENTIALS: /not/there cannot be read'],
  ],
])('with %j, notifications in browsers and apps are %j', (env, expected) => {
  const states = printable(readServeConfig({}, env)).slice(-2)
  expect(states.map(({ value }, at) => value.startsWith(expected[at] ?? '?'))).toEqual([true, true])
})

test('notifications in the apps are on only with the key file of a service account', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    project_id: 'inkling',
    client_email: 'push@inkling.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  const stateWith = (content: object) => {
    const FCM_CREDENTIALS = envFile(JSON.stringify(content))
    return printable(readServeConfig({}, { FCM_CREDENTIALS })).at(-1)?.value
  }
  expect(stateWith(account)).toBe('on')
  const key = account.private_key
  for (const wrong of [{}, { ...account, private_key: key.slice(0, 200) }, { ...account, token_uri: '' }])
    expect(stateWith(wrong)).toMatch(/^off: FCM_CREDENTIALS: .+ is not the key file of a service account/)
})

test.each([
  ['PORT 4000\n', ':1:1: this line is not NAME=value'],
  ['LOG_LEVEL=warn # less\n', ':1:1: systemd reads # and what follows as part of the value'],
  ['ADMIN_KEY=hush#hush\n', ':1:1: systemd reads # and what follows as part of the value'],
  ['\nADMIN_KEY="hush-hush" # ours\n', ':2:1: systemd reads # and what follows as part of the value'],
  ['export PORT=1\n', ':1:1: systemd ignores a line with export: write NAME=value'],
  ['PORT=1\n\n# a comment\nPORT=2\n', ':4:1: PORT is set on line 1 already'],
])('the env file %j is refused, without its values', (text, message) => {
  const file = envFile(text)
  expect(() => readServeConfig({ envFile: file }, {})).toThrow(`${file}${message}`)
})

test('an env file has comments, quotes, a byte order mark and Windows line ends', () => {
  const file = envFile('\ufeff# ours\r\nPORT = "4001"\r\nCONTACT=\'a # b\r\nb=c\'\r\nLOG_LEVEL=info\r\n')
  const { PORT, CONTACT, LOG_LEVEL } = readServeConfig({ envFile: file }, {})
  expect([PORT.value, CONTACT.value, LOG_LEVEL.value]).toEqual(['4001', 'a # b\nb=c', 'info'])
})
