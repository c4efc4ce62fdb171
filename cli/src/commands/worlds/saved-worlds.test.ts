import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentOf } from '@inkling/mock-server/contract/world-lines'
import { describe, expect, test } from 'vitest'
import { programFixture, recordCalls, recordedServer } from '../../program.fixture.ts'

/** A server whose world cannot be exported, as if a file of its data folder were damaged. */
const whole = recordedServer({ seed: 'worlds' })
const damaged = recordCalls(async (input, init) => {
  const isExport = String(input).endsWith('/control/world') && (init?.method ?? 'GET') === 'GET'
  if (!isExport) return whole.fetch(input, init)
  return Response.json({ error: { code: 'INTERNAL', message: 'games.json is damaged.' } }, { status: 500 })
})
/** A server that exports users of another shape, as one with a fault would. */
const unsound = recordCalls(async (input, init) => {
  const response = await whole.fetch(input, init)
  if (!String(input).endsWith('/control/world')) return response
  return new Response((await response.text()).replaceAll('"username":"', '"username":7,"name":"'))
})
const { folder, run, state } = programFixture({
  'localhost:4000': recordedServer({ seed: 'worlds' }),
  'localhost:4001': damaged,
  'localhost:4002': unsound,
  'localhost:4003': recordedServer({ seed: 'other worlds' }),
})
const world = (...words: string[]) => run(['world', ...words])

test('a world is saved under a name, listed, and restored', async () => {
  expect((await world('list')).stdout).toContain('no world is saved')
  await run(['user', 'new', '--name', 'Mina'])
  expect(await world('save', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with-mina is saved'),
  })
  const saved = await readFile(join(state, 'worlds/with-mina.ndjson'), 'utf8')
  await world('reset')
  expect((await world('export', '-')).stdout).not.toContain('Mina')
  expect(await world('restore', 'with-mina')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^with-mina is restored\n(.*\n)*decisions, suspensions and bans since it was saved are taken back: `audit --server` still lists them\n/,
    ),
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

test('a save of an earlier version is listed and restored, and replaced by one in lines', async () => {
  const lines = (await world('export', '-')).stdout
  const earlier = join(state, 'worlds/earlier.json')
  await writeFile(earlier, JSON.stringify(documentOf(lines)))
  expect((await world('list')).stdout).toMatch(/^earlier /m)
  expect(await world('restore', 'earlier')).toMatchObject({ code: 0 })
  expect((await world('export', '-')).stdout).toBe(lines)
  expect(await world('save', 'earlier')).toMatchObject({ code: 1 })
  expect(await world('save', 'earlier', '--replace')).toMatchObject({ code: 0 })
  const files = await readdir(join(state, 'worlds'))
  expect(files.filter((file) => file.startsWith('earlier'))).toEqual(['earlier.ndjson'])
})

test('saves with --keep carry the time, and only the newest of the name stay', async () => {
  const saved = async () => (await readdir(join(state, 'worlds'))).filter((file) => file.startsWith('daily'))
  await world('save', 'daily')
  await world('save', 'daily-2026-01-01')
  for (const day of ['01', '02', '03'])
    await writeFile(join(state, `worlds/daily-2026-01-${day}-120000.json`), '{}')
  const { code, stdout } = await world('save', 'daily', '--keep', '2')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^daily-\d{4}-\d\d-\d\d-\d{6} is saved: \d+ bytes/)
  expect(stdout).toContain('\ndaily-2026-01-02-120000 is deleted\ndaily-2026-01-01-120000 is deleted\n')
  expect(await saved()).toEqual([
    'daily-2026-01-01.ndjson',
    'daily-2026-01-03-120000.json',
    expect.stringMatching(/^daily-20.*ndjson$/),
    'daily.ndjson',
  ])
  expect(
    (await run(['world', 'save', 'daily', '--keep', '1', '--target', 'http://localhost:4001'])).code,
  ).not.toBe(0)
  expect(await saved()).toHaveLength(4)
  for (const day of ['02', '01'])
    await writeFile(join(state, `worlds/nightly-2026-01-${day}-120000.json`), '{}')
  expect((await world('restore', 'nightly')).stderr).toContain("did you mean 'nightly-2026-01-02-120000'?")
  await world('save', 'nightly', '--keep', '9')
  expect((await world('restore', 'nightly', '--newest')).stdout).toMatch(
    /^nightly-\d{4}-\d\d-\d\d-\d{6} is restored$/m,
  )
  expect(await world('restore', 'weekly', '--newest')).toMatchObject({ code: 1 })
})

test('a saved world knows its server, and is restored into another one only with its name', async () => {
  await world('save', 'of-4000')
  expect((await world('list')).stdout).toMatch(/^of-4000 +[\d: -]+ +localhost:4000 +\d+$/m)
  const elsewhere = (...words: string[]) =>
    world('restore', 'of-4000', '--target', 'http://localhost:4003', ...words)
  for (const words of [[], ['--yes'], ['--yes=localhost:4000']])
    expect(await elsewhere(...words)).toMatchObject({ code: 6 })
  expect((await elsewhere()).stderr).toContain(
    "replace all data with 'of-4000', saved from localhost:4000 (http://localhost:4000), on localhost:4003",
  )
  expect(await elsewhere('--yes=localhost:4003')).toMatchObject({ code: 0 })
})

test('a saved world is checked by name or file, and one that is damaged is refused with the place', async () => {
  await run(['user', 'new', '--name', 'Mina'])
  await world('save', 'checked')
  const file = join(state, 'worlds/checked.ndjson')
  const sound = await world('check', 'checked')
  expect(sound).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/checked\.ndjson is sound: \d+ users, .*0 drawings\n$/),
  })
  expect((await world('check', file)).stdout).toBe(sound.stdout)
  expect(JSON.parse((await world('check', file, '-o', 'json')).stdout)).toMatchObject({ file, drawings: 0 })
  await writeFile(file, (await readFile(file, 'utf8')).replace('"deviceHash":"', '"deviceHash":"x'))
  expect(await world('check', 'checked')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /checked\.ndjson is not sound.*\n +This world cannot be restored: line \d+, users/,
    ),
  })
  expect(await world('check', 'unheard-of')).toMatchObject({ code: 1 })
})

test('a save with --check is noted in the metrics, and one that is not sound deletes no earlier one', async () => {
  const lastSave = async () =>
    (await whole.fetch('http://localhost:4002/control/status').then((response) => response.json())).lastSave
  for (const day of ['01', '02'])
    await writeFile(join(state, `worlds/hourly-2026-01-${day}-120000.json`), '{}')
  await whole.fetch('http://localhost:4002/api/auth/device', {
    method: 'POST',
    body: JSON.stringify({ deviceId: 'device_of_somebody_0123' }),
  })
  const failed = await run([
    'world',
    'save',
    'hourly',
    '--keep',
    '1',
    '--check',
    '--target',
    'http://localhost:4002',
  ])
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('is not sound') })
  expect(await lastSave()).toBeUndefined()
  const earlier = (await readdir(join(state, 'worlds'))).filter((name) => name.startsWith('hourly-2026-01'))
  expect(earlier).toHaveLength(2)
  await writeFile(join(state, 'worlds/weekly-2026-01-02-120000.json'), '{}')
  const done = await world('save', 'weekly', '--keep', '1', '--check')
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(' is saved and sound: ') })
  expect(done.stdout).toContain('weekly-2026-01-02-120000 is deleted')
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

test.each([
  ['none/world.json', 'its folder does not exist'],
  ['.', 'it is a folder'],
])('an export to %s is refused with the reason', async (file, reason) => {
  expect(await world('export', join(folder, file))).toMatchObject({
    code: 1,
    stderr: `inkling: the world cannot be written to ${join(folder, file)}: ${reason}. Name a file in a folder that you can write to.\n`,
  })
})

test.each([
  ['none.json', 'there is no such file'],
  ['.', 'it is a folder'],
])('an import of %s is refused with the reason', async (file, reason) => {
  expect(await world('import', join(folder, file))).toMatchObject({
    code: 1,
    stderr: `inkling: the world cannot be read from ${join(folder, file)}: ${reason}. Name a file written by \`inkling world export\`.\n`,
  })
})

describe('automatic saves', () => {
  const env = { XDG_STATE_HOME: join(folder, 'automatic') }
  const worlds = join(folder, 'automatic/inkling/worlds')
  const oldest = 'before-import-2000-01-01-120000'

  test('are deleted except for the newest 20; named ones are not', async () => {
    await mkdir(worlds, { recursive: true })
    const automatic = Array.from({ length: 21 }, (_, at) => `before-reset-2001-01-${10 + at}-120000`)
    const named = ['a-named-save', 'before-reset-day', 'before-midnight']
    for (const name of [...automatic, ...named]) await writeFile(join(worlds, `${name}.json`), '{}')
    expect(await run(['world', 'reset'], env)).toMatchObject({ code: 0 })
    const names = (await readdir(worlds)).map((file) => file.replace(/\.(nd)?json$/, ''))
    expect(names).toHaveLength(20 + named.length)
    expect(names).toEqual(expect.arrayContaining([...automatic.slice(2), ...named]))
  })

  test('are not deleted while they are restored', async () => {
    await writeFile(join(worlds, `${oldest}.json`), (await world('export', '-')).stdout)
    expect(await run(['world', 'restore', oldest], env)).toMatchObject({ code: 0 })
    expect(await readdir(worlds)).toContain(`${oldest}.json`)
    await run(['world', 'reset'], env)
    expect(await readdir(worlds)).not.toContain(`${oldest}.json`)
  })

  test('are deleted when the server refuses the import', async () => {
    const saves = async () => (await readdir(worlds)).filter((file) => file.startsWith('before-import-'))
    const before = await saves()
    await writeFile(join(folder, 'refused.json'), '{"users":7}')
    expect(await run(['world', 'import', join(folder, 'refused.json')], env)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the server refused'),
    })
    expect(await saves()).toEqual(before)
  })

  test('have names that `world save` refuses', async () => {
    expect(await world('save', oldest)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is reserved for automatic saves'),
    })
  })
})

test.each([
  ['reset', []],
  ['restore', ['undamaged']],
  ['import', [join(state, 'worlds/undamaged.ndjson')]],
])('%s replaces a world that cannot be saved only with --no-save', async (command, operands) => {
  await world('save', 'undamaged', '--replace')
  const words = [command, ...operands, '--target', 'http://localhost:4001', '--yes=localhost:4001']
  damaged.forget()
  expect(await world(...words)).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'inkling: the current world could not be saved, so nothing was changed: games.json is damaged. To replace it without saving it, add --no-save.\n',
  })
  expect(damaged.changes()).toEqual([])
  const { code, stdout } = await world(...words, '--no-save')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('is saved') })
  expect(damaged.changes()).toEqual([command === 'reset' ? 'DELETE /control/world' : 'PUT /control/world'])
})
