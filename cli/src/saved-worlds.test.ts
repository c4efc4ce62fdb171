import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notedServer, programFixture } from './program.fixture.ts'

const { run, state } = programFixture({ 'localhost:4000': notedServer({ seed: 'worlds' }) })
const world = (...words: string[]) => run(['world', ...words])

test('a world is saved under a name, listed, and restored', async () => {
  expect((await world('list')).stdout).toContain('no world is saved')
  await run(['user', 'new', '--name', 'Mina'])
  expect(await world('save', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with-mina is saved'),
  })
  const saved = await readFile(join(state, 'worlds/with-mina.json'), 'utf8')
  await world('reset')
  expect((await world('export', '-')).stdout).not.toContain('Mina')
  expect(await world('restore', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with-mina is restored\n'),
  })
  expect((await world('export', '-')).stdout).toBe(saved)
  const listed = JSON.parse((await world('list', '--output', 'json')).stdout)
  expect(listed).toContainEqual(
    expect.objectContaining({ name: 'with-mina', bytes: Buffer.byteLength(saved) }),
  )
})

test('a saved world is overwritten only with --replace', async () => {
  await world('save', 'twice')
  expect(await world('save', 'twice')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is already a saved world 'twice'"),
  })
  expect(await world('save', 'twice', '--replace')).toMatchObject({ code: 0 })
})

test('invalid and unknown names are refused', async () => {
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

test('only the newest 20 automatic saves are stored, and every named one', async () => {
  const worlds = join(state, 'worlds')
  await mkdir(worlds, { recursive: true })
  const automatic = Array.from({ length: 21 }, (_, at) => `before-reset-2026-01-${10 + at}-120000`)
  const named = ['a-named-save', 'before-reset-day', 'before-midnight']
  for (const name of [...automatic, ...named]) await writeFile(join(worlds, `${name}.json`), '{}')
  await world('reset')
  const names = (await readdir(worlds)).map((file) => file.replace('.json', ''))
  expect(names).toEqual(expect.arrayContaining([...automatic.slice(2), ...named]))
  expect(names).not.toContain(automatic[0])
  expect(names).not.toContain(automatic[1])
  expect(names.filter((name) => /^before-\w+-\d{4}-/.test(name))).toHaveLength(20)
})

test('an old automatic save is not deleted while it is restored', async () => {
  const oldest = 'before-import-2026-01-01-120000'
  const document = (await world('export', '-')).stdout
  await writeFile(join(state, 'worlds', `${oldest}.json`), document)
  expect(await world('restore', oldest)).toMatchObject({ code: 0 })
  expect(await readdir(join(state, 'worlds'))).toContain(`${oldest}.json`)
  await world('reset')
  expect(await readdir(join(state, 'worlds'))).not.toContain(`${oldest}.json`)
})

test('a world is not saved by hand under a name for automatic saves', async () => {
  expect(await world('save', 'before-reset-2026-11-22-140509')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is a name for automatic saves'),
  })
})
