import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { programFixture, recordCalls } from '../program.fixture.ts'

/* A clone or a shared folder brings a `.inkling.json` of others. */

const KEY = 'hush-hush'
const keys: unknown[] = []
const url = 'http://127.0.0.1:4000'
const { run, folder } = programFixture({
  '127.0.0.1:4000': recordCalls(async (_, init) => {
    keys.push(new Headers(init?.headers).get('x-admin-key'))
    return Response.json({}, { status: 404 })
  }),
})
const clone = join(folder, 'clone')
const below = join(clone, 'below')

beforeEach(() => {
  rmSync(clone, { recursive: true, force: true })
  rmSync(join(folder, 'config'), { recursive: true, force: true })
  rmSync(join(folder, '.inkling.json'), { force: true })
  mkdirSync(below, { recursive: true })
  vi.spyOn(process, 'cwd').mockReturnValue(below)
  keys.splice(0)
})

const project = (content: object, file = join(clone, '.inkling.json')) =>
  writeFileSync(file, JSON.stringify(content))

const runWithKey = (...words: string[]) => run(words, { INKLING_ADMIN_KEY: KEY })

test.each(['named', 'by URL'])('no key goes to a server that a project chose, %s', async (how) => {
  project(how === 'named' ? { target: 'x', targets: { x: { url } } } : { target: url })
  const { stderr } = await runWithKey('user', 'list')
  expect(stderr).toContain(
    `INKLING_ADMIN_KEY is not sent, because ${join(clone, '.inkling.json')} chose ${url}`,
  )
  await runWithKey('complete', '--', 'inkling', 'user', 'show', '--user', '')
  expect(keys).not.toContain(KEY)
  expect(keys.length).toBeGreaterThan(0)
})

test('a key goes to a server that the command line names, and to one that the user added', async () => {
  project({ target: 'x', targets: { x: { url } } })
  await runWithKey('user', 'list', '--target', url)
  expect(keys).toContain(KEY)
  keys.splice(0)
  await run(['target', 'new', 'mine', url])
  await runWithKey('user', 'list')
  expect(keys).toContain(KEY)
})

test('a command that chooses its target later says too that the key is withheld', async () => {
  project({ target: url })
  const { stderr } = await runWithKey('scenario', 'run', 'first-day', '--target', 'in-process')
  expect(stderr).not.toContain('the admin key of')
  const late = await runWithKey('load', '--profile', 'evening', '--max-calls', '1', '--max-duration', '2h')
  expect(late.stderr).toContain('the admin key of')
  expect(keys).not.toContain(KEY)
})

test('a name of the user that a project gives to another server does not take the key there', async () => {
  await run(['target', 'new', 'x', 'https://game.example', '--admin-key', KEY])
  project({ targets: { x: { url } } })
  await runWithKey('user', 'list', '--target', 'x')
  expect(keys).not.toContain(KEY)
})

test('a project cannot loosen consent', async () => {
  const remote = 'https://game.example'
  await run(['target', 'new', 'live', remote, '--kind', 'protected'])
  project({ target: 'x', targets: { x: { url: remote, kind: 'local', writes: true } } })
  const { stdout } = await run(['target', 'show'])
  expect(stdout).toMatch(/^kind +protected/m)
  expect(stdout).toMatch(/^writes +ask/m)
  expect(stdout).toMatch(/^ignored +kind of x +.*project's file/m)
  expect(stdout).toMatch(/^ignored +writes of x +.*project's file/m)
  expect((await run(['target', 'list'])).stdout).toMatch(/^\* +x +https:\/\/game\.example +protected +ask/m)
  const refused = await run(['target', 'new', 'y', remote, '--project', '--writes'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('leave out --project') })
})

test('the search ends at the root of the repository', async () => {
  project({ target: 'https://game.example' }, join(folder, '.inkling.json'))
  expect((await run(['target', 'show'])).stdout).toContain('https://game.example')
  mkdirSync(join(clone, '.git'))
  expect((await run(['target', 'show'])).stdout).not.toContain('https://game.example')
})

test('the file of another user is ignored, which is shown, and is not replaced', async () => {
  project({ target: 'https://game.example' }, join(below, '.inkling.json'))
  const me = process.getuid?.() ?? 0
  vi.spyOn(process, 'getuid').mockReturnValue(me + 1)
  const { stdout } = await run(['target', 'show'])
  expect(stdout).toMatch(/^ignored +project file +.*belongs to another user/m)
  expect(stdout).not.toMatch(/^url +https:\/\/game\.example/m)
  const { code } = await run(['target', 'new', 'x', 'https://game.example', '--project'])
  expect(code).toBe(6)
})
