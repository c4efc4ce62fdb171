import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { root } from '../pages.fixture.ts'
import { programFixture, recordedServer } from '../program.fixture.ts'
import { createProgram } from '../program.ts'
import { TOPICS } from './topics.ts'

/* Every command that is printed can be run as it is printed. */

const NPX = { npm_command: 'exec' }
const { run } = programFixture({ 'localhost:4000': recordedServer({ seed: 'hints' }) })

const commands = createProgram().commands.map((command) => command.name())
/** A command of this program without npx before it. */
const BARE = new RegExp(`(?<!npx |[./]|=")\\binkling (?:${commands.join('|')}|--?[a-z])`)

function leavesOf(command: Command, path: readonly string[] = []): string[][] {
  if (command.commands.length === 0) return [[...path]]
  return [[...path], ...command.commands.flatMap((inner) => leavesOf(inner, [...path, inner.name()]))]
}

test('the help of every command, and every topic, names commands that can be run', async () => {
  const words = [
    ...leavesOf(createProgram()).map((path) => [...path, '--help']),
    ...TOPICS.map((topic) => ['help', topic]),
  ]
  expect(words.length).toBeGreaterThan(80)
  for (const line of words) {
    const { stdout, stderr } = await run(line, NPX)
    expect(stdout, line.join(' ')).toMatch(/^(Usage: npx inkling|[A-Z])/)
    expect(stdout + stderr, line.join(' ')).not.toMatch(BARE)
  }
})

test.each([
  ['nosuch'],
  ['record', 'x.yaml'],
  ['help', 'nosuch'],
  ['scenario', 'run', 'nosuch'],
  ['scenario', 'compare', 'nosuch.json', 'nosuch.json'],
  ['game', 'today', 'A'.repeat(22)],
  ['user', 'list', '--target', 'nosuch'],
  ['user', 'list', '--target', 'http://away.example'],
  ['world', 'list'],
  ['world', 'restore', 'nosuch'],
  ['world', 'import', 'nosuch.json'],
  ['world', 'reset', '--yes'],
  ['clock', 'freeze'],
  ['doctor'],
  ['serve', '--memory', '--world', 'nosuch.json'],
  ['store', 'status', '--store', 'postgres://nobody@127.0.0.1:1/inkling'],
])('`inkling %s %s` prints commands that can be run', async (...words) => {
  for (const format of ['text', 'json']) {
    const { stdout, stderr } = await run([...words, '-o', format], NPX)
    expect(format === 'text' ? stdout + stderr : stderr).not.toMatch(BARE)
  }
})

/** Scripts for shells, and names of parts. */
const OTHERS = /completion-script\.ts$|load\/reports\/junit\.ts$|(?:fixture|suite|bench)\.ts$/

test('the texts of the program write commands between backticks, where one place completes them', () => {
  const sources = ['cli/src', 'scenarios', 'mock-server/src', 'fixtures'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules') && !path.includes('.test.'))
      .map((path) => join(place, path)),
  )
  const bare = new RegExp(BARE.source.replace('(?<!npx |', '(?<!npx |`|'))
  const found = sources
    .filter((path) => !OTHERS.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => bare.test(line) && !/^\s*(?:\*|\/\*|\/\/)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
