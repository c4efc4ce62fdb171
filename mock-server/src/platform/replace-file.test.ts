import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFile, replaceFile } from './replace-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'inkling-replace-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file and its permissions are replaced, and no temporary file remains', () => {
  const path = join(folder, 'a.json')
  replaceFile(path, 'one', 0o644)
  replaceFile(path, 'two')
  expect(readFileSync(path, 'utf8')).toBe('two')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('an existing file is not overwritten', () => {
  const path = join(folder, 'b.json')
  expect(createFile(path, 'one')).toBe(true)
  expect(createFile(path, 'two')).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('one')
  expect(readdirSync(folder)).toEqual(['a.json', 'b.json'])
})

test('a failed write leaves no temporary file', () => {
  const path = join(folder, 'c')
  mkdirSync(path)
  expect(() => replaceFile(path, 'one')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(folder)).toEqual(['a.json', 'b.json', 'c'])
})
