import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { schemaLine } from './schema-line.ts'

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return (name: string) => {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    return join(folder, name)
  }
}

test('a scenario names the schema beside it, or that of its project, but no path of one machine', () => {
  const at = emptyFolder()
  const [file, schema] = [at('app/tests/day.yaml'), at('app/node_modules/inkling/scenario.schema.json')]
  expect(schemaLine(file, schema)).toBe(null)
  writeFileSync(at('app/package.json'), '{}')
  expect(schemaLine(file, schema)).toBe(
    'yaml-language-server: $schema=../node_modules/inkling/scenario.schema.json',
  )
  expect(schemaLine(file, at('global/scenario.schema.json'))).toBe(null)
  writeFileSync(at('app/tests/scenario.schema.json'), '{}')
  expect(schemaLine(file, schema)).toBe('yaml-language-server: $schema=./scenario.schema.json')
})
