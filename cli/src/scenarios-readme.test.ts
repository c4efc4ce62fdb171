import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFixture } from './program.fixture.ts'

/* The tutorial in scenarios/README.md: its files are written and its commands run, one after the other. */

const { folder, run } = programFixture({})
const readme = readFileSync(new URL('../../scenarios/README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)].map(
  ([, language = '', place = '', text = '']) => ({ language, place, text }),
)

/** In CI, runs show only the steps that fail. */
const AT_A_DESK = { CI: '' }

test('the tutorial does what it says', async () => {
  expect(blocks.length).toBeGreaterThan(8)
  for (const block of blocks) {
    if (block.language === 'console') await runsAsShown(block.text)
    else if (block.place.startsWith('scenarios/')) await edit(block.place, block.text)
    else expect(await readFile(join(folder, block.place), 'utf8')).toContain(block.text)
  }
})

/** Runs the command of the first line. Its output must contain the other lines; `…` stands for omitted ones. */
async function runsAsShown(text: string): Promise<void> {
  const [command = '', ...shown] = text.trimEnd().split('\n')
  const words = command.replace('$ npx inkling ', '').split(' ')
  const inFolder = words.map((word) => word.replace(/(^|=)(?=scenarios)/, `$1${folder}/`))
  const { stdout, stderr } = await run(words.at(-1) === 'init' ? [...words, folder] : inFolder, AT_A_DESK)
  const output = `${stdout}${stderr}`.replaceAll(`${folder}/`, '')
  for (const part of shown.join('\n').split('…\n')) expect(output, command).toContain(part)
}

/** Writes a file of the tutorial, or the line that its place names. */
async function edit(place: string, text: string): Promise<void> {
  const [file = '', line] = place.split(':')
  const path = join(folder, file)
  if (line === undefined) return writeFile(path, text)
  const lines = (await readFile(path, 'utf8')).split('\n')
  lines[Number(line) - 1] = text.trimEnd()
  await writeFile(path, lines.join('\n'))
}
