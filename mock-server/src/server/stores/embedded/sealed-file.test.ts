import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DocumentFile } from './sealed-file.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-file-'))
  path = join(folder, 'users.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = () => new DocumentFile<unknown>(path, (document) => JSON.stringify(document))
const byId = (documents: readonly unknown[]) =>
  new Map(documents.map((document) => [JSON.stringify(document), document]))
const DOCUMENTS = [{ ünï: '"}\n' }, { __proto__: [1] }, { id: '1', '': null }, '"\\":']

test('has one document per line, and is valid JSON', async () => {
  for (const documents of [DOCUMENTS, [], Array.from({ length: 1234 }, (_, id) => ({ id }))]) {
    await file().write(byId(documents))
    expect(await file().read()).toEqual(byId(documents))
    const text = await readFile(path, 'utf8')
    expect(JSON.parse(text)).toEqual({ documents, '': expect.stringMatching(/^crc32 [0-9a-f]{8}$/) })
    expect(text.split('\n')).toHaveLength(Math.max(1, documents.length) + 2)
  }
})

test('reports every change, truncation and extension', async () => {
  await file().write(byId(DOCUMENTS))
  const text = await readFile(path, 'utf8')
  const problemOf = async (changed: string) => {
    await writeFile(path, changed)
    return file()
      .read()
      .then(String, ({ message }) => message)
  }
  for (let at = 0; at < text.length; at++)
    expect(await problemOf(text.slice(0, at)), `cut at ${at}`).toMatch(/is (?:damaged|not)/)
  expect(await problemOf(text.replace('"1"', '"2"'))).toContain('its checksum does not match')
  expect(await problemOf(`${text}\n${text}`)).toContain(`${path} is damaged: it is not valid JSON`)
  expect(await problemOf('{"users":[]}')).toContain(`${path} is damaged: it has no list "documents"`)
  expect(await problemOf(text.replace('"id":"1"', '"id":1"'))).toContain(
    `${path} is damaged: it is not valid JSON`,
  )
})
