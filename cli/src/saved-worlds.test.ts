import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notedServer, programFixture } from './program.fixture.ts'

const { run, state } = programFixture({ 'localhost:4000': notedServer({ seed: 'worlds' }) })
const world = (...words: string[]) => run(['world', ...words])

test('a world is saved under a name, listed, and put back', async () => {
  expect((await world('list')).stdout).toContain('no world is saved')
  await run(['user', 'new', '--name', 'Mina'])
  expect(await world('save', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with-mina is saved'),
  })
  const kept = await readFile(join(state, 'worlds/with-mina.json'), 'utf8')
  await world('reset')
  expect((await world('export', '-')).stdout).not.toContain('Mina')
  expect(await world('restore', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with-mina is the world now\n'),
  })
  expect((await world('export', '-')).stdout).toBe(kept)
  const listed = JSON.parse((await world('list', '--output', 'json')).stdout)
  expect(listed).toContainEqual(
    expect.objectContaining({ name: 'with-mina', bytes: Buffer.byteLength(kept) }),
  )
})

test('a saved world is lost only on purpose', async () => {
  await world('save', 'twice')
  expect(await world('save', 'twice')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is already a saved world 'twice'"),
  })
  expect(await world('save', 'twice', '--replace')).toMatchObject({ code: 0 })
})

test('a name that is not one, or that no saved world has, is refused with what to do', async () => {
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
