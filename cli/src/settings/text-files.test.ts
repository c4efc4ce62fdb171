import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadScenario } from '@inkling/scenarios/runner/language/files/load'
import { afterAll, describe, expect, test } from 'vitest'
import { loadShapeOf } from '../commands/load/load-file.ts'
import { readServeConfig } from '../commands/server/serve-config.ts'
import { readConfig } from './config-file.ts'
import { secretIn } from './secret-file.ts'

/* Every kind of file that people write, in the encodings of their editors. */

const folder = mkdtempSync(join(tmpdir(), 'inkling-text-'))
const file = join(folder, 'file')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LOAD =
  'version: 1\nname: Café\nplayers: 1\nduration: 1s\nprofile: steady\nlimits: { calls: 1, duration: 1s }\n'

describe.each<[string, string, () => unknown]>([
  [
    'a scenario',
    'version: 1\nname: Café\nsteps: [{ say: hello }]\n',
    async () => (await loadScenario(file)).scenario.name,
  ],
  ['a load', LOAD, async () => (await loadShapeOf(file, {})).name],
  ['an env file', '# Café\nDATA_DIR=Café\n', () => readServeConfig({ envFile: file }).DATA_DIR.value],
  ['a configuration', '{\n "seed": "Café" }\n', () => readConfig(file).seed],
  ['a secret', 'Café\n', () => secretIn(file)],
])('%s', (_, text, read) => {
  const reading = async (bytes: Buffer) => {
    writeFileSync(file, bytes)
    return read()
  }

  test('in UTF-8, with a byte order mark and CRLF, is read', async () => {
    expect(await reading(Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`))).toBe('Café')
  })

  test.each<[string, Buffer]>([
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16', Buffer.from(text, 'utf16le')],
  ])('in %s is refused with what to do', async (encoding, bytes) => {
    await expect(reading(bytes)).rejects.toThrow(`file:1:1: this file is ${encoding}: save it as UTF-8`)
  })

  test('in Latin-1 is refused at the first such byte', async () => {
    const at = text.indexOf('é')
    const lines = text.slice(0, at).split('\n')
    const place = `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
    await expect(reading(Buffer.from(text, 'latin1'))).rejects.toThrow(
      `file:${place}: byte ${at + 1} of this file (0xE9) is not UTF-8; perhaps the file is Latin-1`,
    )
  })
})
