import { readFileSync } from 'node:fs'
import { createInProcessServer } from '@inkling/mock-server/compose/in-process'
import type { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { wordsOf } from './command-line/command-words.ts'
import { noting, programFixture } from './program.fixture.ts'
import { createProgram } from './program.ts'

/* The commands of the READMEs work, and print what the READMEs show. */

vi.mock('@inkling/scenarios/bots/pooled-fetch', () => ({
  pooledFetch: () => (input: string, init: RequestInit) => fetch(input, init),
}))

const server = createInProcessServer({ seed: 'examples', clock: '2026-03-07T18:40:00-05:00' })
const { run } = programFixture({ 'localhost:4000': noting(server.fetch) })

const readme = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The code blocks of a Markdown text in one language. */
const blocksOf = (text: string, language: string): string[] =>
  Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code = '']) => code)

interface Example {
  readonly line: string
  readonly output: string
}

/** Command lines after a `$`, each with the output below it. */
const examples: Example[] = blocksOf(readme('cli/README.md'), 'console').flatMap((block) =>
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

test('each example prints the output below it', async () => {
  expect(examples.length).toBeGreaterThan(20)
  for (const { line, output } of examples) {
    const { stdout, stderr } = await run(wordsOf(line).slice(1))
    expect(`${(stdout + stderr).trimEnd()}\n`, line).toMatch(patternOf(output))
  }
})

/** The command that the words name, and its own words. */
function commandOf(words: readonly string[]): Command {
  let command: Command = createProgram()
  for (const word of words) {
    const inner = command.commands.find((each) => each.name() === word)
    if (!inner) break
    command = inner
  }
  const standard = command.commands.find((each) => each.name() === 'run')
  return command.args.length === 0 && standard && !words.includes('run') ? standard : command
}

test.each([
  'README.md',
  'cli/README.md',
  'cli/package/README.md',
  'scenarios/README.md',
  'mock-server/README.md',
])('%s names commands and options that exist', (path) => {
  const lines = blocksOf(readme(path), 'sh').join('').split('\n')
  const commands = lines.flatMap((line) => /^(?:npx )?inkling (.*?)\s*(?:#.*)?$/.exec(line)?.[1] ?? [])
  for (const line of commands) {
    const words = wordsOf(line)
    const command = commandOf(words)
    expect(command.name(), line).not.toBe('inkling')
    const known = [command, createProgram()].flatMap(({ options }) => options.map(({ long }) => long))
    for (const word of words.filter((each) => each.startsWith('--'))) {
      expect(known, line).toContain(word.split('=', 1)[0])
    }
  }
})
