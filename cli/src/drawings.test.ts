import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { programFixture } from './program.fixture.ts'

const { run: runWords, folder } = programFixture({})

/** Runs a command on files of the folder. */
const run = (...args: string[]) =>
  runWords(['drawings', ...args.map((arg) => (/\.(ndjson|gz|txt)$/.test(arg) ? join(folder, arg) : arg))])
const stored = () => readFile(join(folder, 'config/inkling/drawings.json'), 'utf8')
const line = (id: string, word = 'cat') =>
  JSON.stringify({
    word,
    key_id: id,
    recognized: true,
    drawing: [
      [
        [0, 90, 200],
        [10, 220, 30],
      ],
    ],
  })

test('imports plain and gzipped downloads except blocked drawings, and removes them again', async () => {
  await writeFile(join(folder, 'cat.ndjson.gz'), gzipSync(`${line('1')}\n${line('2')}\n`))
  await writeFile(join(folder, 'dog.ndjson'), `${line('3', 'dog')}\n${line('4', 'The Mona Lisa')}`)
  await writeFile(join(folder, 'bad-ids.txt'), '# seen on a Tuesday\n2 # rude\n')
  const imported = await run('import', 'cat.ndjson.gz', 'dog.ndjson', '--block', 'bad-ids.txt', '-o', 'json')
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 2, words: 2, otherWords: 1, blocked: 1 })
  expect(Object.keys(JSON.parse(await stored()))).toEqual(['cat', 'dog'])
  expect((await run('remove')).stdout).toBe('imported drawings removed\n')
  await expect(stored()).rejects.toThrow('ENOENT')
})

test('an invalid file changes nothing', async () => {
  await writeFile(join(folder, 'cat.ndjson'), line('1'))
  await run('import', 'cat.ndjson')
  const before = await stored()
  await writeFile(join(folder, 'torn.ndjson'), `${line('2')}\n${line('3').slice(0, 40)}\n`)
  await writeFile(join(folder, 'torn.ndjson.gz'), gzipSync(`${line('2')}\n`).subarray(0, 30))
  for (const [expected, file, sentence] of [
    [2, 'torn.ndjson', 'torn.ndjson:2: not JSON'],
    [2, 'torn.ndjson.gz', 'torn.ndjson.gz cannot be read: unexpected end of file'],
    [1, 'none.ndjson', 'none.ndjson: there is no such file. Correct its name. '],
  ] as const) {
    const { code, stderr } = await run('import', 'cat.ndjson', file)
    expect([code, stderr]).toEqual([expected, expect.stringContaining(sentence)])
    expect(stderr).toContain('Nothing was imported.')
  }
  expect(await stored()).toBe(before)
})
