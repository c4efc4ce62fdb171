import { readFileSync } from 'node:fs'
import { createInProcessServer } from '@inkling/mock-server/in-process'
import { expect, test } from 'vitest'
import { wordsOf } from './command-line/command-words.ts'
import { programFixture, recordCalls } from './program.fixture.ts'

/* The examples of cli/COMMANDS.md print the output shown there. */

const server = createInProcessServer({ seed: 'examples', clock: '2026-03-07T18:40:00-05:00' })
const { run } = programFixture({ 'localhost:4000': recordCalls(server.fetch) })

const guide = readFileSync(new URL('../COMMANDS.md', import.meta.url), 'utf8')

/** The code blocks of a Markdown text in one language. */
const blocksOf = (text: string, language: string): string[] =>
  Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code = '']) => code)

interface Example {
  readonly line: string
  readonly output: string
}

/** Command lines after a `$`, each with the output below it. */
const examples: Example[] = blocksOf(guide, 'console').flatMap((block) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((example) => {
      const [line = '', ...output] = example.trimEnd().split('\n')
      return { line, output: output.join('\n') }
    }),
)

/** Three dots stand for any text, and alone on a line for any number of lines. */
function patternOf(output: string): RegExp {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const lines = output
    .split('\n')
    .map((line) => (line === '...' ? '(?:.*\\n)*' : `${line.split('...').map(literal).join('.*')}\\n`))
  return new RegExp(`^${lines.join('')}$`)
}

/** In CI, runs print one line per file. */
const NOT_CI = { CI: '' }

test('each example prints the output below it', async () => {
  expect(examples.length).toBeGreaterThan(20)
  for (const { line, output } of examples) {
    const { stdout, stderr } = await run(wordsOf(line).slice(1), NOT_CI)
    expect(`${(stdout + stderr).trimEnd()}\n`, line).toMatch(patternOf(output))
  }
})
