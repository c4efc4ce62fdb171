import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFixture } from '../../program.fixture.ts'

/* Follows the tutorial in scenarios/README.md: writes its files and runs its commands. */

const { folder, run } = programFixture({})
const readme = readFileSync(new URL('../../../../scenarios/README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)].map(
  ([, language = '', place = '', text = '']) => ({ language, place, text }),
)

/** In CI, runs print one line per file. The commands of npm set the other variable. */
const NOT_CI = { CI: '', npm_command: 'exec' }

test('the commands of the tutorial print the output shown there', async () => {
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
  const { stdout, stderr } = await run(words.at(-1) === 'init' ? [...words, folder] : inFolder, NOT_CI)
  const output = `${stdout}${stderr}`.replaceAll(`${folder}/`, '')
  for (const part of shown.join('\n').split('…\n')) expect(output, command).toContain(part)
}

/** Writes a file of the tutorial, or replaces one line for a place such as `file:5`. */
async function edit(place: string, text: string): Promise<void> {
  const [file = '', line] = place.split(':')
  const path = join(folder, file)
  if (line === undefined) return writeFile(path, text)
  const lines = (await readFile(path, 'utf8')).split('\n')
  lines[Number(line) - 1] = text.trimEnd()
  await writeFile(path, lines.join('\n'))
}
