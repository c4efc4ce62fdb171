import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { writePrivate } from './private-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkling-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

test('a file that cannot be written to its end keeps its content, and nothing is left beside it', async () => {
  const file = join(folder, 'world.json')
  writeFileSync(file, 'a good world')
  async function* ending() {
    yield 'half of a'
    throw new Error('ENOSPC')
  }
  await expect(writePrivate(file, ending())).rejects.toThrow('ENOSPC')
  expect(readFileSync(file, 'utf8')).toBe('a good world')
  expect(readdirSync(folder)).toEqual(['world.json'])
})

test('a link stays a link, a pipe is written to, and a new file is private', async () => {
  const [file, link, pipe] = ['world.json', 'link.json', 'pipe'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(file, 'old')
  symlinkSync(file, link)
  await writePrivate(link, 'new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  execFileSync('bash', ['-c', 'mkfifo "$1"', 'bash', pipe])
  const reading = import('node:fs/promises').then(({ readFile }) => readFile(pipe, 'utf8'))
  await writePrivate(pipe, 'to a reader')
  expect(await reading).toBe('to a reader')
})
