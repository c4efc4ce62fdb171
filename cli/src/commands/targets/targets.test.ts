import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { beforeEach, expect, test, vi } from 'vitest'
import { programFixture, recordCalls } from '../../program.fixture.ts'

/* Targets in the files of a user and of a project. */

const production = recordCalls(createInProcessServer({ adminKey: 'hush-hush', isProtected: true }).fetch)
const { run: runWords, folder } = programFixture({
  'production.example': production,
  'localhost:4150': production,
})
const run = (...words: string[]) => runWords(words)
const projectFile = join(folder, '.inkling.json')

beforeEach(() => {
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  writeFileSync(projectFile, '{}')
})

test('a default that does not exist stops only commands that need a server', async () => {
  writeFileSync(projectFile, JSON.stringify({ target: 'gone' }))
  const missing = `there is no target 'gone', which ${projectFile} names: use a URL such as`
  expect(await run('daily', 'trigger')).toMatchObject({ code: 1, stderr: expect.stringContaining(missing) })
  const doctor = await run('doctor')
  expect(doctor.stdout).toContain(missing)
  for (const words of ['target list', 'audit', 'load profiles', 'scenario validate first-day']) {
    expect(await run(...words.split(' '))).toMatchObject({ code: 0, stderr: '' })
  }
  expect((await run('target', 'new', 'gone', 'http://localhost:4140', '--project')).code).toBe(0)
  expect((await run('target', 'show')).stdout).toContain('http://localhost:4140')
})

test.each<[object, string]>([
  [{ target: 5 }, 'target must be text'],
  [{ timeout: '5' }, 'timeout must be a number of seconds'],
  [{ output: 'yaml' }, 'output must be text, json or jsonl'],
  [{ outpt: 'json' }, "the file has an unknown key 'outpt': use target, targets, seed, output, timeout"],
  [[], 'the file must be an object'],
  [{ targets: [] }, 'targets must be an object with a target for each name'],
  [
    { targets: { a: { url: 'ftp://a.example' } } },
    'targets.a.url must be a URL that begins with http:// or https://',
  ],
  [
    { targets: { a: { url: 'http://a.example', kind: 'live' } } },
    'targets.a.kind must be one of local, shared, protected',
  ],
  [{ targets: { a: { url: 'http://a.example', writes: 'no' } } }, 'targets.a.writes must be true or false'],
])('the file of a project that says %j is refused with what is wrong', async (content, said) => {
  writeFileSync(projectFile, JSON.stringify(content))
  expect(await run('target', 'list')).toEqual({
    code: 2,
    stdout: '',
    stderr: `inkling: ${projectFile}: ${said}. Fix or remove it.\n`,
  })
})

test('the default target of a project is saved in its file, and is cleared when it is removed', async () => {
  expect((await run('target', 'new', 'mine', 'http://localhost:4140')).code).toBe(0)
  expect(await run('target', 'use', 'mine', '--project')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('inkling target new mine URL --project'),
  })
  writeFileSync(projectFile, JSON.stringify({ target: 'mine', seed: '7' }))
  expect((await run('target', 'remove', 'mine')).code).toBe(0)
  expect(JSON.parse(readFileSync(projectFile, 'utf8'))).toEqual({ seed: '7' })
})

test('a default target stays if another file still has it', async () => {
  await run('target', 'new', 'both', 'http://localhost:4140')
  await run('target', 'new', 'both', 'http://localhost:4141', '--project')
  await run('target', 'use', 'both')
  expect((await run('target', 'remove', 'both')).stdout).toContain(projectFile)
  expect((await run('target', 'list')).stdout).toMatch(/^\* +both +http:\/\/localhost:4140/m)
})

test.each(['http://user:hunter2@localhost:4149', 'https://h.example/?hunter2', 'https://h.example/#hunter2'])(
  'the URL %s is neither stored, used nor repeated',
  async (url) => {
    const refusals = [
      await run('target', 'new', 'pw', url),
      await run('daily', 'trigger', '--dry-run', '-t', url),
      await run('scenario', 'diff', 'first-day', 'in-process', url),
    ]
    for (const { code, stdout, stderr } of refusals) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain("a server's URL cannot contain a user name, password, query or fragment")
      expect(stderr).not.toContain('hunter2')
    }
    expect((await run('target', 'list')).stdout).not.toContain('hunter2')
  },
)

test('in-process cannot be the name of a server', async () => {
  const { code, stderr } = await run('target', 'new', 'in-process', 'http://localhost:4140')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('choose another name') })
})

test('a host without a scheme is suggested as a URL', async () => {
  expect((await run('daily', 'trigger', '-t', 'localhost:4148')).stderr).toBe(
    "inkling: there is no target 'localhost:4148': write it as a URL, such as http://localhost:4148.\n",
  )
})

test('the error of a timeout names its source', async () => {
  const rule = 'is not a duration above 0, such as 30s.'
  const show = ['target', 'show']
  expect((await run(...show, '--timeout', 'x')).stderr).toContain(`--timeout 'x' ${rule}`)
  writeFileSync(projectFile, '{"timeout":-5}')
  expect((await run(...show)).stderr).toContain(`the timeout '-5' in ${projectFile} ${rule}`)
  const fromEnv = await runWords(show, { INKLING_TIMEOUT: 'x' })
  expect(fromEnv.stderr).toContain(`the timeout 'x' in INKLING_TIMEOUT ${rule}`)
})

test('`target show` asks the server whether it is protected', async () => {
  const kind = async (...words: string[]) =>
    /^kind .*$/m.exec((await run('target', 'show', ...words)).stdout)?.[0]
  expect(await kind('-t', 'http://localhost:4150', '--admin-key', 'hush-hush')).toMatch(/protected +server/)
  expect(await kind('-t', 'http://localhost:4150')).toMatch(/a reference server, whose key is needed/)
  expect(await kind('-t', 'http://localhost:4140')).toMatch(/local +address/)
  expect(await kind('-t', 'http://localhost:4150', '--admin-key', 'hush-hush', '--dry-run')).toMatch(
    /local +address/,
  )
})

test('a reference server without its key is called what it is', async () => {
  const { code, stderr } = await run('user', 'new', '-t', 'http://localhost:4150', '--no-input')
  expect(code).toBe(6)
  expect(stderr).toContain('which is a reference server reached without its key')
  expect(stderr).not.toContain('local ')
})

test('the key of a new target may come from a file', async () => {
  const key = join(folder, 'key-of-production')
  writeFileSync(key, 'hush-hush\n')
  await run('target', 'new', 'with-key', 'http://localhost:4150', '--admin-key-file', key)
  expect((await run('target', 'show', '-t', 'with-key')).stdout).toMatch(/adminKey +set +profile/)
})
