import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const {
  freshBundle,
  removeOldChunks,
}: {
  freshBundle: () => Promise<string>
  removeOldChunks: (folder: string, used: readonly string[], before: number) => void
} = await import(new URL('./bin/fresh-bundle.mjs', import.meta.url).href)

const {
  bundle,
}: { bundle: (options: { entries: Record<string, string>; outdir: string }) => Promise<void> } = await import(
  new URL('./build.mjs', import.meta.url).href
)

test('a build removes old chunks, but none that a simultaneous build has just written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const chunks = { 'used-AAAAAAAA.mjs': 1, 'old-BBBBBBBB.mjs': 1, 'new-CCCCCCCC.mjs': 100, 'inkling.mjs': 1 }
  for (const [name, seconds] of Object.entries(chunks)) {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), seconds, seconds)
  }
  removeOldChunks(folder, ['used-AAAAAAAA.mjs'], 50_000)
  expect((await readdir(folder)).sort()).toEqual(['inkling.mjs', 'new-CCCCCCCC.mjs', 'used-AAAAAAAA.mjs'])
})

test('a build removes copied files that have another name now, but no draft of a simultaneous build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const migrations = join(folder, 'dist/migrations')
  await mkdir(migrations, { recursive: true })
  for (const name of ['0001-old-name.sql', '0001-documents.sql.123'])
    await writeFile(join(migrations, name), '')
  await writeFile(join(folder, 'entry.ts'), 'export const answer = 42')
  await bundle({ entries: { entry: join(folder, 'entry.ts') }, outdir: join(folder, 'dist') })
  const ours = await readdir(new URL('../mock-server/src/server/stores/postgres/migrations', import.meta.url))
  expect((await readdir(migrations)).sort()).toEqual([...ours, '0001-documents.sql.123'].sort())
})

test('several processes can build into the same new folder at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const entry = join(folder, 'entry.ts')
  const script = join(folder, 'build.mjs')
  await writeFile(entry, 'export const answer = 42')
  await writeFile(
    script,
    `import { bundle } from '${new URL('./build.mjs', import.meta.url).href}'
    process.on('message', async (outdir) => {
      await bundle({ entries: { entry: '${entry}' }, outdir })
      process.disconnect()
    })
    process.send('ready')`,
  )
  const builders = [1, 2, 3].map(() => fork(script))
  const codes = Promise.all(builders.map(async (each) => (await once(each, 'exit'))[0]))
  await Promise.all(builders.map((each) => once(each, 'message')))
  const outdir = join(folder, 'dist')
  for (const each of builders) each.send(outdir)
  expect(await codes).toEqual([0, 0, 0])
  expect(await readdir(outdir)).toEqual(
    expect.arrayContaining(['data', 'entry.mjs', 'lexicon', 'migrations']),
  )
})

/** The sources of the program that a start loads, by URL; with those of all its commands if they are wanted. */
async function sourcesOf(
  url: string,
  withCommands: boolean,
  found = new Map<string, string>(),
): Promise<Map<string, string>> {
  if (found.has(url)) return found
  const source = await readFile(new URL(url), 'utf8')
  found.set(url, source)
  const imports = withCommands ? /"(\.\/[^"]+\.mjs)"/g : /(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.mjs)"/g
  for (const [, path = ''] of source.matchAll(imports))
    await sourcesOf(new URL(path, url).href, withCommands, found)
  return found
}

test('each start loads the command line alone, not the code of its commands', async () => {
  const sources = [...(await sourcesOf(await freshBundle(), false)).values()]
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.join('').length).toBeLessThan(250_000)
})

test('the schemas bring no messages in other languages', async () => {
  const sources = [...(await sourcesOf(await freshBundle(), true)).values()].join('')
  expect(sources).toContain('Invalid input: expected')
  expect(sources).not.toContain('Eingabe: erwartet')
})
