import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFixture, recordedServer } from '../program.fixture.ts'
import { userConfigPath } from './config-file.ts'
import { stateFolder } from './state-folder.ts'

const { run, folder } = programFixture({ 'localhost:4001': recordedServer() })

test.each([
  ['target new a http://localhost:4001', /config\.lock cannot be written \(\w+: .* XDG_STATE_HOME/],
  ['world list', /worlds cannot be read \(ENOTDIR: .* XDG_STATE_HOME/],
  ['world save today --target http://localhost:4001', /worlds cannot be read \(\w+: .* XDG_STATE_HOME/],
  ['audit', /the audit log \S+ cannot be read \(ENOTDIR: .* XDG_STATE_HOME/],
])('%s reports a home that is not a folder', async (line, said) => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const env = { XDG_CONFIG_HOME: join(file, 'config'), XDG_STATE_HOME: join(file, 'state') }
  const { code, stderr } = await run(line.split(' '), env)
  expect(stderr).toMatch(said)
  expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 3, lines: 2 })
})

test.each(['', 'relative'])('XDG folders %j are those of the home folder', (value) => {
  const env = { XDG_CONFIG_HOME: value, XDG_STATE_HOME: value }
  expect(userConfigPath(env)).toBe(join(homedir(), '.config/inkling/config.json'))
  expect(stateFolder(env)).toBe(join(homedir(), '.local/state/inkling'))
})
