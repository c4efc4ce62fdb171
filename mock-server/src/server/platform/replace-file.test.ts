import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFile, replaceFile, syncFiles } from './replace-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkling-replace-'))
  path = join(folder, 'a.json')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

test('a file and its permissions are replaced, and no temporary file remains', async () => {
  writeFileSync(path, 'one', { mode: 0o644 })
  await replaceFile(path, new TextEncoder().encode('two'))
  expect(readFileSync(path, 'utf8')).toBe('two')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('of two replacements at once, one wins completely', async () => {
  const texts = ['a', 'b'].map((letter) => letter.repeat(100_000))
  await Promise.all(texts.map((text) => replaceFile(path, text)))
  expect(texts).toContain(readFileSync(path, 'utf8'))
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('an existing file is not overwritten', async () => {
  expect(await createFile(path, 'one')).toBe(true)
  expect(await createFile(path, 'two')).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('one')
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('a failed replacement leaves no temporary file', async () => {
  mkdirSync(path)
  await expect(replaceFile(path, 'one')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('content that fails midway changes nothing', async () => {
  async function* failing() {
    yield 'half of '
    throw new Error('the disk is full')
  }
  await replaceFile(path, 'old')
  await expect(replaceFile(path, failing())).rejects.toThrow('the disk is full')
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('the data is synced before the rename, and the folder after it', async () => {
  const names = () => readdirSync(folder).filter((name) => name === 'a.json')
  const seen: (readonly [string, readonly string[]])[] = []
  for (const method of ['fdatasync', 'fsync'] as const) {
    const real = fs[method]
    vi.spyOn(fs, method).mockImplementation((...args) => {
      seen.push([method, names()])
      real(...args)
    })
  }
  syncBuiltinESMExports()
  await replaceFile(path, 'one')
  expect(seen).toEqual([
    ['fdatasync', []],
    ['fsync', ['a.json']],
  ])
})

test('many files are synced also where there is no command for it', async () => {
  const folders = ['00', 'ff'].map((name) => join(folder, name))
  for (const each of folders) {
    mkdirSync(each)
    writeFileSync(join(each, 'drawing'), 'a drawing')
  }
  const real = fs.fsync
  let synced = 0
  vi.spyOn(fs, 'fsync').mockImplementation((...args) => {
    synced++
    real(...args)
  })
  syncBuiltinESMExports()
  vi.stubEnv('PATH', folder)
  await syncFiles(folder)
  expect(synced).toBe(1 + 2 + 2)
})
