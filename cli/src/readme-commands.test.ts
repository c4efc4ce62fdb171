import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { pages, root } from './pages.fixture.ts'
import { createProgram } from './program.ts'

/* Commands, options, npm scripts and links in the Markdown files exist. */

const program = createProgram()

/** The command lines of all shell blocks, without prompts, comments and continuations. */
function commandLines(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/```(?:sh|bash|console)\n([\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  )
  return blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .flatMap((line) => line.replace(/(^|\s)#.*/, '').split(/&&|\||;/))
    .map((line) => line.trim().replace(/^\$ /, ''))
}

/** The problem of the words after `inkling`; null if the command and all its options exist. */
function problemOf(words: readonly string[]): string | null {
  let command: Command = program
  let at = 0
  for (; at < words.length; at++) {
    const next = command.commands.find((each) => each.name() === words[at])
    if (next) command = next
    else if (!words[at]?.startsWith('-')) break
  }
  // `load` alone is `load run`.
  if (command.name() === 'load') command = command.commands.find((each) => each.name() === 'run') ?? command
  if (command.commands.length > 0 && at < words.length)
    return `there is no command '${words.slice(0, at + 1).join(' ')}'`
  const known = [...command.options, ...program.options].flatMap(({ short, long }) => [short, long])
  const flags = words.filter((word) => /^--?[a-z]/i.test(word)).map((word) => word.split('=')[0])
  const unknown = flags.find((flag) => !known.includes(flag) && flag !== '--help' && flag !== '--version')
  return unknown === undefined ? null : `'${command.name()}' has no option ${unknown}`
}

test('COMMANDS.md names every command that the help lists', () => {
  const guide = readFileSync(join(root, 'cli/COMMANDS.md'), 'utf8')
  const leaves = (command: Command, words: readonly string[]): string[] => {
    const shown = command.createHelp().visibleCommands(command)
    const inner = shown.filter((each) => each.name() !== 'help')
    return inner.length === 0
      ? [words.join(' ')]
      : inner.flatMap((each) => leaves(each, [...words, each.name()]))
  }
  const named = leaves(program, [])
  expect(named.length).toBeGreaterThan(50)
  const without = named.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))
  expect(without, 'name them in COMMANDS.md').toEqual([])
})

describe.each(pages)('%s', (path) => {
  const markdown = readFileSync(join(root, path), 'utf8')

  test('names commands and options of inkling that exist', () => {
    const lines = commandLines(markdown).filter((line) => /^(npx )?inkling( |$)/.test(line))
    const problems = lines.flatMap((line) => {
      const problem = problemOf(
        line
          .replace(/^(npx )?inkling ?/, '')
          .split(/\s+/)
          .filter(Boolean),
      )
      return problem === null ? [] : [`${line}: ${problem}`]
    })
    expect(problems).toEqual([])
  })

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const inline = [...markdown.matchAll(/`(npm [^`\n]+)`/g)].map(([, text = '']) => text)
    const found = [...commandLines(markdown), ...inline].flatMap((line) => {
      const match = /\bnpm (?:run )?([a-z:-]+)(?: .*?(?:-w|--workspace) @inkling\/([a-z-]+))?/.exec(line)
      return match ? [match] : []
    })
    const missing = found.filter(([, name = '', workspace]) => {
      if (['install', 'ci', 'view', 'update', 'pack'].includes(name)) return false
      const own = workspace && JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).scripts
      return (own ?? scripts)[name] === undefined
    })
    expect(missing.map(([text]) => text)).toEqual([])
  })

  test('links to files and sections that exist', () => {
    const links = [...markdown.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    const missing = links.filter((link) => {
      const [file = '', section] = link.split('#')
      const target = file === '' ? join(root, path) : join(root, dirname(path), file)
      if (!existsSync(target)) return true
      return section !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(section)
    })
    expect(missing).toEqual([])
  })
})

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
