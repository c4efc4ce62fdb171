import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunReport } from '@inkling/scenarios/runner/reports/report'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rememberFailures } from './failed-files.ts'
import { loadScenarios } from './scenario-files.ts'
import { filesToRun } from './scenario-selection.ts'
import { changedScenarios } from './scenario-watch.ts'

let folder: string
const { XDG_STATE_HOME } = process.env
const file = (name: string) => join(folder, `${name}.yaml`)
const chosen = async (selection: { tag?: string[]; name?: string; failed?: boolean }, places = [folder]) =>
  (await filesToRun(places, { tag: [], ...selection })).map((path) => path.slice(folder.length + 1))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-selection-'))
  process.env.XDG_STATE_HOME = join(folder, 'state')
  await writeFile(file('draw'), 'version: 1\nname: an owl\ntags: [smoke, turns]\nsteps: [{ say: x }]\n')
  await writeFile(file('guess'), 'version: 1\nname: a guess\ntags: [turns]\nsteps: [{ say: x }]\n')
  await mkdir(join(folder, 'lib'))
  await writeFile(join(folder, 'lib/words.yaml'), 'version: 1\nname: words\nsteps: [{ say: x }]\n')
  await writeFile(file('words'), 'version: 1\nname: words\nsteps: [{ include: lib/words.yaml }]\n')
})

afterAll(async () => {
  if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME
  else process.env.XDG_STATE_HOME = XDG_STATE_HOME
  await rm(folder, { recursive: true, force: true })
})

test('scenarios are chosen by tag, and by a part of their name or file', async () => {
  expect(await chosen({ tag: ['smoke'] })).toEqual(['draw.yaml'])
  expect(await chosen({ tag: ['smoke', 'turns'] })).toEqual(['draw.yaml', 'guess.yaml'])
  expect(await chosen({ tag: ['turns'], name: 'OWL' })).toEqual(['draw.yaml'])
  expect(await chosen({ name: 'words.yaml' })).toEqual(['words.yaml'])
  await expect(chosen({ tag: ['smoek'] })).rejects.toThrow(
    "no scenario has the tag 'smoek'; did you mean 'smoke'?",
  )
  await expect(chosen({ name: 'nothing' })).rejects.toThrow('no scenario matches')
  await expect(chosen({}, [])).rejects.toThrow('name scenario files')
})

test('an invalid file is not left out silently', async () => {
  await writeFile(file('broken'), 'version: 1\n')
  expect(await chosen({ tag: ['smoke'] })).toEqual(['broken.yaml', 'draw.yaml'])
  await rm(file('broken'))
})

test('--failed chooses what failed when it last ran', async () => {
  await expect(chosen({ failed: true })).rejects.toThrow('no scenario has failed')
  const ran = (name: string, outcome: 'passed' | 'failed') =>
    ({ file: file(name), outcome, brokenThresholds: [] }) as unknown as RunReport
  await rememberFailures([ran('draw', 'failed'), ran('guess', 'failed'), ran('words', 'passed')])
  expect(await chosen({ failed: true }, [])).toEqual(['draw.yaml', 'guess.yaml'])
  await rememberFailures([ran('draw', 'passed')])
  expect(await chosen({ failed: true })).toEqual(['guess.yaml'])
})

test('a change of an included file runs the scenarios that use it again', async () => {
  const stop = new AbortController()
  const changed = changedScenarios([folder], async () => [folder], stop.signal)
  const writing = setInterval(
    () => void writeFile(join(folder, 'lib/words.yaml'), 'version: 1\nname: words\nsteps: [{ say: y }]\n'),
    50,
  )
  expect(await changed).toEqual([file('words')])
  clearInterval(writing)
})

test('of files that are saved together each one runs again, and a new one in a new folder too', async () => {
  const { signal } = new AbortController()
  const together = changedScenarios([folder], () => filesToRun([folder], { tag: ['turns'] }), signal)
  const write = (name: string, text: string) =>
    writeFile(file(name), `version: 1\nname: ${name}\ntags: [turns]\nsteps: [{ say: ${text} }]\n`)
  await Promise.all([write('draw', 'z'), write('guess', 'z')])
  expect((await together).sort()).toEqual([file('draw'), file('guess')])
  const added = changedScenarios([folder], async () => [folder], signal)
  await mkdir(join(folder, 'more'))
  await write('more/new', 'z')
  expect(await added).toEqual([file('more/new')])
})

test('folders inside a folder are run too, but not their files that others include or that have no steps', async () => {
  await mkdir(join(folder, 'load'))
  await writeFile(file('load/peak'), 'version: 1\nname: peak\nduration: 5m\n')
  const names = (await loadScenarios([folder])).map(({ source }) => source.file.slice(folder.length + 1))
  expect(names).toEqual(['draw.yaml', 'guess.yaml', 'words.yaml', 'more/new.yaml'])
})

test('a watch that is stopped before it has read its files ends', async () => {
  const stop = new AbortController()
  const changed = changedScenarios([folder], async () => [folder], stop.signal)
  stop.abort()
  expect(await changed).toEqual([])
})
