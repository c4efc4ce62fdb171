import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('several processes can build into the same new folder at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const entry = join(folder, 'entry.ts')
  const script = join(folder, 'build.mjs')
  await writeFile(entry, 'export const answer = 42')
  await writeFile(
    script,
    `import { bundle } from '${new URL('../build.mjs', import.meta.url).href}'
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
