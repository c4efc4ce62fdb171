import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

let cwd: string
let server: Started
let url: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-worlds-'))
  server = start(['serve', '--memory', '--port', '0', '--seed', 'worlds'], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
})

afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

const world = (...args: string[]) => inkling(['world', ...args, '--target', url], { cwd })

test('a world is saved under a name, listed, and put back', async () => {
  expect((await world('list')).stdout).toContain('no world is saved')
  await inkling(['user', 'new', '--name', 'Mina', '--target', url], { cwd })
  expect(await world('save', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with-mina is saved'),
  })
  const kept = await readFile(join(cwd, 'state/inkling/worlds/with-mina.json'), 'utf8')
  await world('reset')
  expect((await world('export', '-')).stdout).not.toContain('Mina')
  expect(await world('restore', 'with-mina')).toMatchObject({
    code: 0,
    stdout: 'with-mina is the world now\n',
  })
  expect((await world('export', '-')).stdout).toBe(kept)
  const listed = JSON.parse((await world('list', '--output', 'json')).stdout)
  expect(listed).toMatchObject([{ name: 'with-mina', bytes: Buffer.byteLength(kept) }])
})

test('a saved world is lost only on purpose', async () => {
  await world('save', 'twice')
  expect(await world('save', 'twice')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is a saved world 'twice' already"),
  })
  expect(await world('save', 'twice', '--replace')).toMatchObject({ code: 0 })
})

test('a name that is none, or that nothing has, is refused with what to do', async () => {
  expect(await world('save', '../elsewhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("'../elsewhere' cannot be the name of a saved world"),
  })
  await world('save', 'noon')
  expect(await world('restore', 'moon')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is no saved world 'moon': did you mean 'noon'?"),
  })
})
