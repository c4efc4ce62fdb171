import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from './explain.ts'
import { programFixture } from './program.fixture.ts'

/* "This is a bug in inkling" is said of bugs only. */

const { run } = programFixture({})
let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-system-'))
  await writeFile(join(cwd, 'file'), '')
  await mkdir(join(cwd, 'folder'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const failureOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => null,
      (error: unknown) => error,
    )

test.each<[string, (cwd: string) => unknown, RegExp]>([
  ['a missing file', (at) => open(join(at, 'none')), /none: no such file or directory \(ENOENT\): correct/],
  [
    'a folder',
    (at) => open(join(at, 'folder'), 'w'),
    /folder: illegal operation on a directory \(EISDIR\): correct/,
  ],
  ['a path through a file', (at) => open(join(at, 'file', 'x')), /not a directory \(ENOTDIR\)/],
  ['a long name', (at) => open(join(at, 'x'.repeat(300))), /name too long \(ENAMETOOLONG\)/],
  [
    'a program that is not there',
    (at) => promisify(execFile)(join(at, 'none')),
    /no such file or directory \(ENOENT\)/,
  ],
  [
    'a closed port',
    () => new Promise((_, no) => connect(1, '127.0.0.1').once('error', no)),
    /^127.0.0.1:1: connection refused \(ECONNREFUSED\): check/,
  ],
  [
    'a port that fetch refuses',
    () => fetch('http://127.0.0.1:1'),
    /^browsers and fetch refuse this port: let/,
  ],
  ['an unknown name in fetch', () => fetch('http://none.invalid'), /the name is not known \(E\w+\)/],
  ['a missing module', () => import(`${'no-such'}-module`), /module/],
])('%s', async (_, work, said) => {
  const { sentence, exitCode } = explain(await failureOf(() => work(cwd)))
  expect(sentence).not.toContain('bug')
  expect(sentence).toMatch(said)
  expect(exitCode).toBe(3)
})

test.each([
  [
    'ENOSPC',
    'watches too many files (ENOSPC): close programs that watch files, or raise the limit with sysctl fs.inotify.max_user_watches=',
  ],
  [
    'EMFILE',
    'too many programs of this user watch files (EMFILE): close some, or raise the limit with sysctl fs.inotify.max_user_instances=',
  ],
])('the limit of watches %s is not a full disk', (code, said) => {
  const message = `${code}: System limit for number of file watchers reached, watch '/stories'`
  const error = Object.assign(new Error(message), { code, syscall: 'watch', path: '/stories' })
  expect(explain(error).sentence).toContain(said)
})

test('other errors are bugs, also with a name that objects have', () => {
  expect(explain(new TypeError('x is not a function')).sentence).toMatch(
    /^this is a bug in inkling: TypeError/,
  )
  expect(explain(Object.assign(new Error('no'), { code: 'toString' })).sentence).toMatch(/^this is a bug/)
})

test.each([
  ['203.0.113.7', 'This machine does not have the address 203.0.113.7. Correct --host'],
  ['no-such-name.invalid', "'no-such-name.invalid' is not an address or a known name. Correct --host"],
])('serve --host %s says what is wrong', async (host, said) => {
  const { code, stderr } = await run(['serve', '--memory', '--port', '0', '--host', host])
  expect(stderr).toContain(said)
  expect(code).toBe(3)
})
