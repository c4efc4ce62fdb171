import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFixture, recordedServer } from '../program.fixture.ts'

const { run, folder } = programFixture({ 'localhost:4001': recordedServer() })

test.each([
  ['target add a http://localhost:4001', /config\.json cannot be written \(\w+: .* XDG_CONFIG_HOME/],
  ['world list', /worlds cannot be read \(ENOTDIR: .* XDG_STATE_HOME/],
  [
    'world save today --target http://localhost:4001',
    /today\.json cannot be written \(\w+: .* XDG_STATE_HOME/,
  ],
  ['audit', /the audit log \S+ cannot be read \(ENOTDIR: .* XDG_STATE_HOME/],
])('%s reports a home that is not a folder', async (line, said) => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const env = { XDG_CONFIG_HOME: join(file, 'config'), XDG_STATE_HOME: join(file, 'state') }
  const { code, stderr } = await run(line.split(' '), env)
  expect(stderr).toMatch(said)
  expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 3, lines: 2 })
})
